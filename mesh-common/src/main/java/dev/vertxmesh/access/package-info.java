/**
 * Who calls, and what it may call. A {@link dev.vertxmesh.access.AccessFilter} makes an {@link
 * dev.vertxmesh.access.who.Identity} of a call's credentials, asks the {@link
 * dev.vertxmesh.access.AccessRules} about it, and lets the call pass or ends it with {@code
 * UNAUTHENTICATED} or {@code DENIED} and a line of the audit log.
 *
 * <p>One file says it all, see docs/security.md; {@link dev.vertxmesh.access.Access} reads it again
 * when it changes. This package knows calls, and no socket or ingress.
 */
package dev.vertxmesh.access;
