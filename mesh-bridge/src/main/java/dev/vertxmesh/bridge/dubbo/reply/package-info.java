/**
 * Responses of Dubbo's to replies.
 *
 * <p>A response comes in; a {@link dev.vertxmesh.call.Reply} with JSON, text or the same Dubbo body
 * goes out, or the failure that the response means.
 *
 * <p>This package knows no connection, and loads no class that a result names.
 */
package dev.vertxmesh.bridge.dubbo.reply;
