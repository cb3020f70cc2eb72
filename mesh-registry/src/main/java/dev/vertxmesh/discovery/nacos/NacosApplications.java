package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.announced.AnnouncedApplication;
import dev.vertxmesh.discovery.announced.ApplicationPlace;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.nacos.Announcements.Host;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/** Where applications stand in a Nacos. */
final class NacosApplications implements ApplicationPlace {

  /** Of a configuration that isn't there, as Dubbo has it: the first one isn't written over. */
  private static final String OF_NONE = "0";

  private final NacosSession session;
  private final KeyStore instances;

  /**
   * @param session one of its users
   */
  NacosApplications(NacosSession session) {
    this.session = session;
    this.instances = new DubboServices(session, NacosApplications::host);
  }

  /** The server keeps apart what several connections have registered at one address. */
  static Host host(String name, String value) {
    int slash = name.indexOf('/');
    int agent = name.indexOf('@', slash);
    HostPort address = HostPort.parse(name.substring(slash + 1, agent < 0 ? name.length() : agent));
    Map<String, String> metadata = new TreeMap<>();
    new JsonObject(value).forEach(word -> metadata.put(word.getKey(), word.getValue().toString()));
    return new Host(name.substring(0, slash), address.host(), address.port(), metadata);
  }

  @Override
  public KeyStore instances() {
    return instances;
  }

  @Override
  public String entry(AnnouncedApplication application) {
    return application.instanceMetadata().encode();
  }

  @Override
  public Future<Void> putMetadata(AnnouncedApplication application) {
    return publish(application.name(), application.revision(), application.metadata(), "");
  }

  @Override
  public Future<Boolean> hasMetadata(AnnouncedApplication application) {
    return content(application.name(), application.revision()).map(answer -> !answer.isEmpty());
  }

  @Override
  public Future<Void> removeMetadata(AnnouncedApplication application) {
    return session
        .client()
        .ask(
            "ConfigRemoveRequest",
            session.place().configuration(application.name(), application.revision()))
        .mapEmpty();
  }

  @Override
  public Future<Mapping> mapping(String interfaceName) {
    return content(NacosNames.written(interfaceName), NacosNames.MAPPING)
        .map(answer -> new Mapping(answer.getString("content", ""), answer.getString("md5", "")))
        .recover(NacosApplications::refused);
  }

  /** Where it may have been put by another just now, it's looked at again. */
  @Override
  public Future<Boolean> map(String interfaceName, Mapping before, String text) {
    String dataId = NacosNames.written(interfaceName);
    boolean isFirst = before.version().isEmpty();
    return publish(dataId, NacosNames.MAPPING, text, isFirst ? OF_NONE : before.version())
        .map(done -> !isFirst)
        .recover(
            e ->
                e instanceof NacosFailure refused && refused.isConflict()
                    ? Future.succeededFuture(false)
                    : refused(e));
  }

  /** Of what a server refuses, another attempt makes nothing better. */
  private static <T> Future<T> refused(Throwable e) {
    return Future.failedFuture(
        e instanceof NacosFailure ? new IllegalArgumentException(e.getMessage(), e) : e);
  }

  private Future<Void> publish(String dataId, String group, String text, String md5) {
    JsonObject request = session.place().configuration(dataId, group).put("content", text);
    if (!md5.isEmpty()) {
      request.put("casMd5", md5);
    }
    return session.client().ask("ConfigPublishRequest", request).mapEmpty();
  }

  /** Empty if there's none. */
  private Future<JsonObject> content(String dataId, String group) {
    return session
        .client()
        .ask("ConfigQueryRequest", session.place().configuration(dataId, group))
        .recover(
            e ->
                e instanceof NacosFailure refused && refused.code() == NacosFailure.NOT_FOUND
                    ? Future.succeededFuture(new JsonObject())
                    : Future.failedFuture(e));
  }
}
