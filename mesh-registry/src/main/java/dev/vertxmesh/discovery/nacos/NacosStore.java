package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.follow.FollowedStore;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Who registers in one namespace and group of a Nacos. */
final class NacosStore implements FollowedStore {

  private final NacosSession session;
  private final String rules;

  /**
   * @param session one of its users
   * @param rules the group of routing rules
   */
  NacosStore(NacosSession session, String rules) {
    this.rules = rules;
    this.session = session;
  }

  @Override
  public Watch providers(String interfaceName, Listener listener) {
    InterfaceWatch watch =
        new InterfaceWatch(interfaceName, session.subscriptions(), following(listener));
    return begun(() -> session.names().add(watch), () -> session.names().remove(watch));
  }

  @Override
  public Watch mapping(String interfaceName, Listener listener) {
    return configuration(NacosNames.written(interfaceName), NacosNames.MAPPING, listener);
  }

  @Override
  public Watch definition(ServiceKey service, String application, Listener listener) {
    String name =
        String.join(
            ":",
            service.interfaceName(),
            service.version(),
            service.group(),
            "provider",
            application);
    return configuration(NacosNames.written(name), NacosNames.METADATA, listener);
  }

  @Override
  public Watch rule(String name, Listener listener) {
    return configuration(NacosNames.written(name), rules, listener);
  }

  private Watch configuration(String dataId, String group, Listener listener) {
    Configurations.Key key = new Configurations.Key(dataId, group);
    return begun(
        () -> session.configurations().add(key, following(listener)),
        () -> session.configurations().remove(key));
  }

  @Override
  public Watch instances(String application, Listener listener) {
    EntryListener following = following(listener);
    return begun(
        () -> session.subscriptions().add(application, following),
        () -> session.subscriptions().remove(application, following));
  }

  private Watch begun(Runnable begin, Runnable end) {
    session.begin(begin);
    return () -> session.worker().execute(end);
  }

  private static EntryListener following(Listener listener) {
    return new EntryListener() {
      @Override
      public void onEntries(Map<String, String> entries) {
        listener.onEntries(entries);
      }

      @Override
      public void onLoss(Throwable cause) {
        // it's known by the signs of life and the session
      }

      @Override
      public void onRefusal(Throwable cause) {
        listener.onRefusal(cause);
      }
    };
  }

  @Override
  public RegisteredUrl provider(String name, String text) {
    return HostEntries.provider(text);
  }

  @Override
  public ApplicationInstance instance(String application, String name, String text) {
    return HostEntries.instance(application, text);
  }

  @Override
  public Future<String> metadata(String application, String revision) {
    JsonObject question = session.place().configuration(NacosNames.written(application), revision);
    return session
        .client()
        .ask("ConfigQueryRequest", question)
        .map(answer -> answer.getValue("content") instanceof String text ? text : "")
        .recover(
            e ->
                e instanceof NacosFailure refused && refused.code() == NacosFailure.NOT_FOUND
                    ? Future.succeededFuture("")
                    : Future.failedFuture(e));
  }

  @Override
  public Future<Interfaces> interfaces() {
    Promise<Interfaces> told = Promise.promise();
    session
        .worker()
        .execute(
            () ->
                session
                    .names()
                    .list()
                    .map(names -> new Interfaces(interfaces(names), 0, emptiness()))
                    .recover(NacosStore::refused)
                    .onComplete(told));
    return told.future();
  }

  private static Future<Interfaces> refused(Throwable cause) {
    return cause instanceof NacosFailure refusal && refusal.isForbidden()
        ? Future.succeededFuture(new Interfaces(Set.of(), 1, cause.getMessage()))
        : Future.failedFuture(cause);
  }

  /** As is so, too, where there's no such namespace: Nacos doesn't tell. */
  @Override
  public String emptiness() {
    return session.names().areNone() ? "no service is in " + session.place().words() : "";
  }

  private static Collection<String> interfaces(Set<String> services) {
    Set<String> interfaces = new TreeSet<>();
    services.stream()
        .map(NacosNames::interfaceOf)
        .flatMap(Optional::stream)
        .forEach(interfaces::add);
    return interfaces;
  }

  /** Such as where a connection was made again between two signs of life. */
  @Override
  public void onDoubt(Runnable doubted) {
    session.onDoubt(doubted);
  }

  @Override
  public Future<Void> probe() {
    return session.probe();
  }

  @Override
  public Future<Void> close() {
    return session.leave();
  }
}
