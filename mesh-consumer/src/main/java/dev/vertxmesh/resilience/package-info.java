/**
 * What keeps a caller from waiting in vain. A call comes in and goes on; time is handed in.
 *
 * <p>Who answers, and how it's reached, this package doesn't know.
 */
package dev.vertxmesh.resilience;
