/**
 * What registries have in common that are a store of keys and values: a key an instance, each bound
 * to a sign of life of whoever announced it.
 *
 * <p>In goes what the store tells, a {@link dev.vertxmesh.discovery.keyed.KeyStore}; out come
 * snapshots as {@link dev.vertxmesh.discovery.Registry} has them. {@link
 * dev.vertxmesh.discovery.keyed.Roster} decides who is there and {@link
 * dev.vertxmesh.discovery.keyed.Edits} whose words about an instance count, both without a clock or
 * a socket; {@code Follower} keeps reading and {@code Keeper} keeps announcing, both for ever and
 * on the one thread of {@code Worker}, so that parsing 10,000 entries stalls no event loop.
 *
 * <p>A {@link dev.vertxmesh.discovery.keyed.Layout} says how entries stand there. The agents' own,
 * below the prefix of the registry's URL:
 *
 * <pre>{@code
 * <prefix>/instances/<id>     {"id": "<id>", "host": …, …}    as InstanceJson writes it
 * <prefix>/instances/<id>     {"goodbye": true}               for the moment before it's deleted
 * }</pre>
 *
 * The goodbye tells one who left from one whose lease ran out: the first is gone at once, the
 * second may well be alive while the registry isn't.
 *
 * <p>This package knows no etcd.
 */
package dev.vertxmesh.discovery.keyed;
