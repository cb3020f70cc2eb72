/**
 * Quotas in Redis, by Bucket4j over Lettuce. Loaded only where a file of limits has {@code redis:};
 * nobody else knows either library.
 */
package dev.vertxmesh.limits.redis;
