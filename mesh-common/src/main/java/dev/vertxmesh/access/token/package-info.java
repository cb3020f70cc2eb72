/**
 * JSON Web Tokens (RFC 7519) as they are taken from strangers (RFC 8725): whose keys count, what a
 * token has to say, and what is remembered of those that were right. It takes a token's text and
 * gives who it names, and knows no calls.
 */
package dev.vertxmesh.access.token;
