/**
 * What is said between a client of Nacos and its servers, 2.x and 3.x: gRPC on the port 1000 above
 * HTTP's, without a protobuf package.
 *
 * <pre>{@code
 * Request/request                  Payload ─► Payload           what the client asks
 * BiRequestStream/requestBiStream  ConnectionSetupRequest ─►    what the connection is for
 *                                  ◄─ NotifySubscriberRequest   what the server pushes,
 *                                  NotifySubscriberResponse ─►  each answered with its requestId
 *
 * Payload { metadata=2 { type=3 simple class name, headers=7 accessToken, clientIp=8 }, body=3 { value=2 JSON } }
 * }</pre>
 *
 * <p>A server knows a client by the connection, and takes what was announced or subscribed over it
 * away when that ends. So in goes what is asked, over one connection to one server for as long as
 * it's well, and the next server's after that; out come answers and pushes as JSON. Knows no
 * service and no instance.
 */
package dev.vertxmesh.discovery.nacos.wire;
