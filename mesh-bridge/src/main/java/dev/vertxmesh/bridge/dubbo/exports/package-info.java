/**
 * What a Dubbo provider exports, found out by asking the provider itself.
 *
 * <p>In go the provider's address and its QoS port's; out come {@link
 * dev.vertxmesh.bridge.dubbo.exports.Exports}: services, and their methods and parameters where the
 * provider tells them. {@link dev.vertxmesh.bridge.dubbo.exports.ExportsPoller} keeps asking.
 *
 * <pre>
 *  ExportsPoller    when to ask, and what to believe of the answers (ExportsDebounce)
 *    ExportsQuery   what to ask, in which order
 *      DubboQuery   over Dubbo: what's there instead of a service that isn't; its URLs
 *      TelnetQuery  over telnet: ls
 *                   (answers: MissingServiceError, TelnetListing, QosListing, ExportUrl)
 * </pre>
 *
 * What each release tells, as tried:
 *
 * <pre>
 *                                      2.6.12   2.7.23                3.3.6
 * services, by a missing one's error   yes      yes                   yes, if it has a MetadataService
 * services, telnet ls -l               yes      if telnet=ls is set   no
 * methods with types, telnet ls -l     yes      if telnet=ls is set   no
 * methods with types, MetadataService  no       no                    no: its text is empty
 * services, QoS ls                     with a registry                if QoS isn't off
 * parameters                           ls -l    no                    MetadataService, with a registry
 * </pre>
 *
 * <p>dubbo-go 3.3.1 tells nothing in any of these ways, and logs each question: it's asked once for
 * each connection.
 *
 * <p>It doesn't know who wants to know, nor the connections that calls are made on.
 */
package dev.vertxmesh.bridge.dubbo.exports;
