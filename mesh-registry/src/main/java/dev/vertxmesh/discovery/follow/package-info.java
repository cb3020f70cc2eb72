/**
 * What registries have in common where Dubbo's own providers register: there may be thousands of
 * services, so only those are followed that somebody calls or names.
 *
 * <pre>{@code
 * FollowedRegistry   a Registry: watch, follow, announce
 *   Follower           which interfaces and applications are followed, and for how long
 *     Places               how many of them there may be
 *     FollowedInterface    its providers, its mapping to applications, and who waits for these
 *     FollowedApplication  its instances, and what each revision serves
 *       entry.EntrySet       who is there, and who is believed to be gone
 *     FollowNotes          what a person is told: why nobody is known, and what is skipped
 * FollowedStore      what a kind of registry has to bring: watches of single names
 * }</pre>
 *
 * <p>Who vanishes while the registry is well is gone at once. Who vanishes while it can't be
 * reached, or soon after, stays for a while, in which the living register anew; and if nobody at
 * all is left then, those who were there last stay for longer.
 *
 * <p>All state is touched on the one thread of {@code RegistryThread}. This package knows no
 * registry's client.
 */
package dev.vertxmesh.discovery.follow;
