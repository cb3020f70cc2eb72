/**
 * Chooses who answers a call.
 *
 * <p>A call and the endpoints of its service come in; the call goes to one of them. What an
 * endpoint is made of, and how it's reached, this package doesn't know.
 */
package dev.vertxmesh.balance;
