package dev.vertxmesh.discovery.etcd.v2;

import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import mousio.etcd4j.EtcdClient;
import mousio.etcd4j.requests.EtcdKeyGetRequest;
import mousio.etcd4j.requests.EtcdRequest;
import mousio.etcd4j.responses.EtcdErrorCode;
import mousio.etcd4j.responses.EtcdException;
import mousio.etcd4j.responses.EtcdKeysResponse;
import mousio.etcd4j.responses.EtcdKeysResponse.EtcdNode;

/** A folder of keys in etcd, each with a TTL. There are no grants: one stands for all. */
final class Etcd2Store implements KeyStore {

  private static final long GRANT = 1;

  private final Etcd2Servers servers;
  private final String folder;
  private final int ttlSeconds;
  private final long deadlineMillis;

  /**
   * @param folder with a slash at its end
   */
  Etcd2Store(Etcd2Servers servers, String folder, int ttlSeconds) {
    this.servers = servers;
    this.folder = folder.substring(1);
    this.ttlSeconds = ttlSeconds;
    this.deadlineMillis = KeyedOptions.attemptMillis(ttlSeconds);
  }

  @Override
  public Future<Listing> list() {
    return servers
        .ask(client -> agreed(client.getDir(folder).recursive()), deadlineMillis)
        .map(answer -> new Listing(entries(answer.node.nodes), answer.etcdIndex))
        .recover(
            e ->
                isNotFound(e)
                    ? Future.succeededFuture(new Listing(Map.of(), ((EtcdException) e).index))
                    : Future.failedFuture(e));
  }

  /** By the word of one server: etcd writes into its log what it asks the majority. */
  @Override
  public Future<Long> revision() {
    return servers
        .ask(client -> client.get(folder + ".probe"), deadlineMillis)
        .transform(
            done -> {
              long index = Etcd2Watch.index(done);
              return index == Etcd2Watch.UNKNOWN
                  ? Future.failedFuture(done.cause())
                  : Future.succeededFuture(index);
            });
  }

  /** What a majority knows, not just the member that is asked. */
  static EtcdRequest<EtcdKeysResponse> agreed(EtcdKeyGetRequest request) {
    request.getRequestParams().put("quorum", "true");
    return request;
  }

  private Map<String, String> entries(List<EtcdNode> nodes) {
    Map<String, String> entries = new HashMap<>();
    if (nodes != null) {
      nodes.stream()
          .filter(node -> !node.dir)
          .forEach(node -> entries.put(name(node.key), node.value));
    }
    return entries;
  }

  @Override
  public Watching watch(long revision, Watcher watcher) {
    Etcd2Watch watch = new Etcd2Watch(servers, folder, deadlineMillis, this::name, watcher);
    watch.await(revision + 1);
    return watch;
  }

  @Override
  public Future<Long> grant() {
    return Future.succeededFuture(GRANT);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    return servers
        .ask(client -> client.put(folder + name, value).ttl(ttlSeconds), deadlineMillis)
        .mapEmpty();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    Map<String, Held> found = new HashMap<>();
    Future<Void> last = Future.succeededFuture();
    for (String name : names) {
      last = last.compose(before -> refresh(name, found));
    }
    return last.map(all -> Optional.of(found));
  }

  private Future<Void> refresh(String name, Map<String, Held> found) {
    return servers
        .ask(client -> refresh(client, name), deadlineMillis)
        .onSuccess(answer -> found.put(name, new Held(answer.node.value, true)))
        .recover(e -> isNotFound(e) ? Future.succeededFuture() : Future.failedFuture(e))
        .mapEmpty();
  }

  private EtcdRequest<EtcdKeysResponse> refresh(EtcdClient client, String name) {
    return client.refresh(folder + name, ttlSeconds);
  }

  @Override
  public Future<Void> delete(String name) {
    return servers
        .ask(client -> client.delete(folder + name), deadlineMillis)
        .recover(e -> isNotFound(e) ? Future.succeededFuture() : Future.failedFuture(e))
        .mapEmpty();
  }

  @Override
  public Future<Void> revoke(long grant) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> close() {
    return servers.close();
  }

  private String name(String key) {
    return key.substring(Math.min(key.length(), folder.length() + 1));
  }

  static boolean isNotFound(Throwable e) {
    return e instanceof EtcdException refused && refused.isErrorCode(EtcdErrorCode.KeyNotFound);
  }
}
