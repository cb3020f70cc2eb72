/**
 * Calls to requests of Dubbo's.
 *
 * <p>A {@link dev.vertxmesh.call.Call} with JSON, a form's text or a Dubbo body comes in, a
 * request's bytes come out: of the method itself where its types are known, otherwise of a generic
 * call. What all requests for one target have in common is encoded once.
 *
 * <p>This package knows no connection.
 */
package dev.vertxmesh.bridge.dubbo.request;
