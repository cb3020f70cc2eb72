/**
 * Dubbo's own layout in etcd, read: who registered itself as a Dubbo provider does.
 *
 * <pre>{@code
 * <root>/<interface>/providers/<URL>     a provider of a service; all is in the key
 * <root>/<interface>/consumers/<URL>     and other categories: not looked at
 * }</pre>
 *
 * <p>Interface and URL are encoded as a form's values are, so that neither has a slash. The URL is
 * {@code dubbo://HOST:PORT/INTERFACE?NAME=VALUE&…}; the value of the key is the lease's id. This is
 * the layout of {@code EtcdRegistry} in Dubbo 2.7 and in dubbo-spi-extensions.
 *
 * <p>In go names, out come instances that speak Dubbo, one for each address. This package knows no
 * etcd.
 */
package dev.vertxmesh.discovery.dubbo;
