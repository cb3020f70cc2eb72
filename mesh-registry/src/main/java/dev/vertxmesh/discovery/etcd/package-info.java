/**
 * What registries have in common that are a store of keys and values: a key an instance, each bound
 * to a sign of life of the agent that announced it.
 *
 * <p>In goes what the store tells, a {@link dev.vertxmesh.discovery.etcd.KeyStore}; out come
 * snapshots as {@link dev.vertxmesh.discovery.Registry} has them. {@link
 * dev.vertxmesh.discovery.etcd.Membership} decides who is there and {@link
 * dev.vertxmesh.discovery.etcd.ManualEdits} whose words about an instance count, both without a
 * clock or a socket; {@code StoreWatcher} keeps reading and {@code Registrar} keeps announcing,
 * both for ever and on the one thread of {@code RegistryThread}, so that parsing 10,000 entries
 * stalls no event loop.
 *
 * <p>A {@link dev.vertxmesh.discovery.etcd.Layout} says how entries stand there. The agents' own,
 * below the prefix of the registry's URL:
 *
 * <pre>{@code
 * <prefix>/instances/<id>     {"id": "<id>", "host": …, …}    as InstanceJson writes it
 * <prefix>/instances/<id>     {"goodbye": true}               for the moment before it's deleted
 * }</pre>
 *
 * The tombstone tells one who left from one whose lease ran out: the first is gone at once, the
 * second may well be alive while the registry isn't.
 *
 * <p>This package knows no etcd.
 */
package dev.vertxmesh.discovery.etcd;
