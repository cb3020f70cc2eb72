/**
 * The two directions of a call for those who take part in it themselves, instead of passing it on:
 * who makes a call of one message, and who answers message by message.
 *
 * <p>A {@link dev.vertxmesh.call.Call} with an {@link dev.vertxmesh.call.Exchange} goes out, whole
 * messages come back. Which layers are between, this package doesn't know.
 */
package dev.vertxmesh.exchange;
