/**
 * Takes Dubbo consumers' calls on a port that looks to them like a provider's.
 *
 * <p>In come requests over Dubbo's TCP protocol. Of a body just its head is read: the {@link
 * dev.vertxmesh.call.Call} that goes to the next layer carries the body as it came, and the
 * answer's body goes back as the provider wrote it. Here only ids and statuses change.
 *
 * <pre>
 *  DubboIngress             listens, and knows the connections: to count, drain and close them
 *    ConsumerConnection     one socket: its calls in flight, and when to stop reading
 *      RequestDecoder       message to call
 *      Refusals             requests that end before they are calls
 *      ResponseWriter       what is written: results, refusals, events; one flush a turn
 *        FailureStatus      what a failure of the mesh is called in Dubbo
 *      IdleCheck            heartbeats, and patience with what doesn't go on
 * </pre>
 *
 * <p>Who answers, and how it's reached, this package doesn't know.
 */
package dev.vertxmesh.ingress.dubbo;
