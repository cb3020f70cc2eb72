/**
 * Responses of Dubbo's to replies.
 *
 * <p>A response comes in; a {@link dev.vertxmesh.call.Reply} with JSON, text or the same Dubbo body
 * goes out, or the failure that the response means.
 *
 * <pre>
 *  ReplyDecoder        bytes to reply, or to the failure that they mean
 *    JsonResultWriter  a result to JSON; JdkObjects knows what the JDK's classes mean
 *    ResultTypes       what a method declares where the serialization doesn't say it
 *                      (FastjsonResults, HessianResults)
 * </pre>
 *
 * <p>This package knows no connection, and loads no class that a result names.
 */
package dev.vertxmesh.bridge.dubbo.reply;
