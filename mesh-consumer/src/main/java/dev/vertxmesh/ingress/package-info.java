/**
 * Where calls come in: each subpackage turns one protocol into calls, and what they end with back.
 * Here is what the protocols share: {@link dev.vertxmesh.ingress.ErrorTable}.
 */
package dev.vertxmesh.ingress;
