package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import io.vertx.core.Future;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is announced to Dubbo's own consumers, as Dubbo's providers and applications register. It's
 * written only; who registers there is followed by {@link NacosStore}.
 */
final class DubboServices implements KeyStore.WriteOnly {

  /** Makes an instance of Nacos' of a name and a value. */
  @FunctionalInterface
  interface Writing {
    Host host(String name, String value);
  }

  private final NacosSession session;
  private final Writing writing;
  private final Announcements announcements;

  /**
   * @param session one of its users
   */
  DubboServices(NacosSession session, Writing writing) {
    this.session = session;
    this.writing = writing;
    this.announcements = new Announcements(session);
  }

  /** Of the interface level: names are those of {@code DubboLayout}. */
  static DubboServices ofInterfaces(NacosSession session) {
    return new DubboServices(session, (name, value) -> host(name));
  }

  @Override
  public Future<Long> grant() {
    return announcements.grant();
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    return announcements.put(grant, name, value, List.of(writing.host(name, value)));
  }

  /** Of one of {@code DubboLayout}'s names. */
  static Host host(String name) {
    String encoded = name.substring(name.lastIndexOf('/') + 1);
    RegisteredUrl url = RegisteredUrl.parse(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
    Map<String, String> metadata = new TreeMap<>(url.parameters());
    metadata.put("protocol", url.protocol());
    metadata.put("path", url.service().interfaceName());
    return new Host(
        NacosNames.service(
            url.service().interfaceName(), url.service().version(), url.service().group()),
        url.address().host(),
        url.address().port(),
        metadata);
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return announcements.keepAlive(grant, names);
  }

  @Override
  public Future<Void> delete(String name) {
    return announcements.delete(name);
  }

  @Override
  public Future<Void> revoke(long grant) {
    return announcements.revoke(grant);
  }

  @Override
  public Future<Void> close() {
    return session.leave();
  }
}
