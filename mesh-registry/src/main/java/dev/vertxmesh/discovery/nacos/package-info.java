/**
 * {@code nacos://}: Dubbo's providers where they register in Nacos 2.x and 3.x.
 *
 * <pre>{@code
 * naming   GROUP        providers:IFACE:VERSION:GROUP   who serves it, at the interface level; until
 *                       providers:IFACE[:V][:G]         Dubbo 2.7.3 without empty parts
 *                       APPLICATION                     who runs it
 * config   mapping      IFACE                           APPLICATION[,APPLICATION…]
 *          REVISION     APPLICATION                     what all of a revision serve
 * }</pre>
 *
 * <p>In these names a nested class's {@code $} is {@code ___}, as Dubbo writes it. In go watches of
 * single names, out come a name's entries whenever they change; what they mean is {@code
 * discovery.follow}'s and {@code discovery.dubbo}'s business.
 */
package dev.vertxmesh.discovery.nacos;
