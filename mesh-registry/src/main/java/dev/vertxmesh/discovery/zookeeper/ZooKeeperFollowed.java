package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.application.ApplicationInstance;
import dev.vertxmesh.discovery.dubbo.RegisteredUrl;
import dev.vertxmesh.discovery.follow.FollowedStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.common.PathUtils;

/** What Dubbo's providers have put into ZooKeeper, at both levels. */
final class ZooKeeperFollowed implements FollowedStore {

  /** Children of the root that are no interfaces. */
  private static final Set<String> OTHERS = Set.of("metadata", "mapping", "config");

  private final Session session;
  private final String root;
  private final String services;
  private final String rules;
  private final RuleWatches ruleWatches;

  /**
   * @param root of Dubbo's layout, without a slash at its end
   * @param services where applications register, likewise
   * @param rules the group of routing rules
   */
  ZooKeeperFollowed(Session session, String root, String services, String rules) {
    this.rules = rules;
    this.session = session.join();
    this.root = root;
    this.services = services;
    this.ruleWatches = new RuleWatches(session, root + "/config/" + rules);
  }

  @Override
  public Watch providers(String interfaceName, Listener listener) {
    String encoded = URLEncoder.encode(interfaceName, StandardCharsets.UTF_8);
    String path = root + "/" + encoded + "/providers";
    return watch(
        path, listener, () -> new ChildrenWatch(session, path, false, listener).begin()::end);
  }

  @Override
  public Watch mapping(String interfaceName, Listener listener) {
    String path = mappingPath(root, interfaceName);
    return watch(path, listener, () -> data(path, listener));
  }

  @Override
  public Watch instances(String application, Listener listener) {
    String path = services + "/" + application;
    return watch(
        path, listener, () -> new ChildrenWatch(session, path, true, listener).begin()::end);
  }

  @Override
  public Watch definition(ServiceKey service, String application, Listener listener) {
    String encoded = URLEncoder.encode(service.interfaceName(), StandardCharsets.UTF_8);
    String path =
        root
            + "/metadata/"
            + encoded
            + part(service.version())
            + part(service.group())
            + "/provider/"
            + application;
    return watch(path, listener, () -> data(path, listener));
  }

  private static String part(String name) {
    return name.isEmpty() ? "" : "/" + name;
  }

  @Override
  public Watch rule(String name, Listener listener) {
    String path = root + "/config/" + rules + "/" + name;
    return name.indexOf('/') < 0
        ? watch(path, listener, () -> ruleWatches.add(name, listener))
        : watch(path, listener, () -> data(path, listener));
  }

  private Watch data(String path, Listener listener) {
    return new DataWatch(session, path, listener).begin()::end;
  }

  /** Nothing can stand under some of the names that callers and others make up. */
  private static Watch watch(String path, Listener listener, Supplier<Watch> watching) {
    try {
      PathUtils.validatePath(path);
    } catch (IllegalArgumentException e) {
      listener.onEntries(Map.of());
      return () -> {};
    }
    return watching.get();
  }

  @Override
  public RegisteredUrl provider(String name, String text) {
    return RegisteredUrl.parse(URLDecoder.decode(name, StandardCharsets.UTF_8));
  }

  @Override
  public ApplicationInstance instance(String application, String name, String text) {
    return ApplicationInstance.ofCurator(application, text);
  }

  @Override
  public Future<String> metadata(String application, String revision) {
    return new Nodes(session)
        .get(metadataPath(root, application, revision))
        .map(node -> node.map(Nodes.Node::value).orElse(""));
  }

  /** Where what a revision serves stands. */
  static String metadataPath(String root, String application, String revision) {
    return root + "/metadata/" + application + "/" + revision.replace('/', '-');
  }

  /** Where it stands who has an interface. */
  static String mappingPath(String root, String interfaceName) {
    return root + "/mapping/" + interfaceName;
  }

  @Override
  public Future<Interfaces> interfaces() {
    List<String> refused = new CopyOnWriteArrayList<>();
    Future<List<String>> byName = listed(root, refused);
    Future<List<String>> mapped = listed(root + "/mapping", refused);
    return Future.all(byName, mapped)
        .map(
            all -> {
              Set<String> found = new TreeSet<>(mapped.result());
              byName.result().stream()
                  .filter(name -> !OTHERS.contains(name))
                  .map(ZooKeeperFollowed::decoded)
                  .forEach(found::add);
              return new Interfaces(
                  found,
                  refused.size(),
                  refused.stream().sorted().collect(Collectors.joining("; ")));
            });
  }

  /** Of what may not be read none, and the others all the same. */
  private Future<List<String>> listed(String path, List<String> refused) {
    return children(path)
        .recover(
            e -> {
              if (!FailureCode.isForbidden(e)) {
                return Future.failedFuture(e);
              }
              refused.add(e.getMessage());
              return Future.succeededFuture(List.of());
            });
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) { // somebody else's
      return name;
    }
  }

  private Future<List<String>> children(String path) {
    Promise<List<String>> names = Promise.promise();
    session
        .client()
        .getChildren(
            path,
            false,
            (code, where, context, found) -> {
              if (Code.get(code) == Code.OK) {
                names.complete(found);
              } else if (Code.get(code) == Code.NONODE) {
                names.complete(List.of());
              } else {
                names.fail(session.failure(code, where));
              }
            },
            null);
    return names.future();
  }

  @Override
  public Future<Void> probe() {
    session.readAgain();
    return new Nodes(session).exists("/").<Void>mapEmpty().recover(session::explained);
  }

  @Override
  public Future<Void> close() {
    return session.leave();
  }
}
