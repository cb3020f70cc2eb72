/**
 * Whom an operator trusts beyond what the agent does by itself: settings, and what is read of them.
 */
package dev.vertxmesh.consumer.trust;
