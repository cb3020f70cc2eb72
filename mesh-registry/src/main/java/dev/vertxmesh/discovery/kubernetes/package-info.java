/**
 * {@code kubernetes:}, the endpoints of Services, by Kubernetes' own API over HTTP.
 *
 * <p>Two kinds of object are listed and watched in each namespace, EndpointSlices ({@code
 * discovery.k8s.io/v1}) and Services ({@code v1}): {@link
 * dev.vertxmesh.discovery.kubernetes.ApiServer} asks, {@link
 * dev.vertxmesh.discovery.kubernetes.ApiJson} finds the objects in what comes, {@link
 * dev.vertxmesh.discovery.kubernetes.KnownObjects} makes entries of them, and {@link
 * dev.vertxmesh.discovery.kubernetes.KubernetesStore} is the {@link
 * dev.vertxmesh.discovery.etcd.KeyStore} that tells of these. So who is believed to be gone is
 * decided where etcd's entries are.
 *
 * <pre>
 *  LIST …?limit=100[&amp;continue=…]          pages, each of at most {@link ApiServer#LARGEST} bytes
 *  WATCH …?watch=true&amp;resourceVersion=…   a line of JSON an event, at most as long
 *
 *   list ──► watch ── the server's time is up ──► watch, from the last version
 *    ▲         │ 410 Gone, lost, silent, broken
 *    └─────────┘
 * </pre>
 *
 * <p>Source of the wire's facts: <a
 * href="https://kubernetes.io/docs/reference/using-api/api-concepts/">Kubernetes API concepts</a>,
 * and the reference of EndpointSlice v1. Nothing is announced: Kubernetes knows its pods.
 */
package dev.vertxmesh.discovery.kubernetes;
