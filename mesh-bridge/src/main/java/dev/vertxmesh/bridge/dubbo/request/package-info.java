/**
 * Calls to requests of Dubbo's.
 *
 * <p>A {@link dev.vertxmesh.call.Call} with JSON, a form's text or a Dubbo body comes in, a
 * request's bytes come out. What all requests for one target have in common is encoded once.
 *
 * <pre>
 *  RequestEncoder    call to bytes: the method itself or a generic call, by what is known of it
 *    Overloads       which method a call without types means, of those that are known
 *    MethodQuestion  what tells a method's types by how it's refused (TypeCandidates)
 *    GenericModes    the method itself, or which kind of generic call
 *    JsonArguments   JSON to arguments, each of them a JsonArgument
 *    TextArgument    the one argument of a form
 * </pre>
 *
 * <p>This package knows no connection.
 */
package dev.vertxmesh.bridge.dubbo.request;
