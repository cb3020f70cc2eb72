package dev.vertxmesh.discovery.etcd.v2;

import dev.vertxmesh.discovery.etcd.KeyStore;
import io.netty.handler.timeout.ReadTimeoutException;
import io.vertx.core.AsyncResult;
import java.util.List;
import java.util.function.Function;
import mousio.etcd4j.EtcdClient;
import mousio.etcd4j.requests.EtcdKeyGetRequest;
import mousio.etcd4j.requests.EtcdRequest;
import mousio.etcd4j.responses.EtcdException;
import mousio.etcd4j.responses.EtcdKeyAction;
import mousio.etcd4j.responses.EtcdKeysResponse;

/**
 * One request after the other, each waiting for the event after the last. When etcd has forgotten
 * what comes next (401, the event in the requested index is outdated and cleared) it ends, as it
 * does on any other error.
 */
final class Etcd2Watch implements KeyStore.Watching {

  /** A connection that has died without a word costs no more than this. */
  private static final long WAIT_MILLIS = 5_000;

  /**
   * A server that has lost the others answers from what it knew, so that now and then the majority
   * is asked. Each time would be too often: etcd writes that into its log.
   */
  private static final int PROBES_TO_A_MAJORITY = 5;

  static final long UNKNOWN = -1;

  private final Etcd2Servers servers;
  private final String folder;
  private final long probeMillis;
  private final Function<String, String> name;
  private final KeyStore.Watcher watcher;
  private volatile boolean ended;
  private volatile long awaited;
  private int probes;

  Etcd2Watch(
      Etcd2Servers servers,
      String folder,
      long probeMillis,
      Function<String, String> name,
      KeyStore.Watcher watcher) {
    this.servers = servers;
    this.folder = folder;
    this.probeMillis = probeMillis;
    this.name = name;
    this.watcher = watcher;
  }

  void await(long index) {
    awaited = index;
    servers
        .ask(client -> client.getDir(folder).recursive().waitForChange(index), WAIT_MILLIS)
        .onSuccess(event -> onEvent(event))
        .onFailure(e -> onFailure(index, e));
  }

  private void onEvent(EtcdKeysResponse event) {
    if (ended) {
      return;
    }
    if (event.node.dir) { // with everything in it
      end(new IllegalStateException("the folder was " + event.action));
      return;
    }
    boolean gone =
        event.action == EtcdKeyAction.delete
            || event.action == EtcdKeyAction.expire
            || event.action == EtcdKeyAction.compareAndDelete;
    String value = gone ? null : event.node.value;
    watcher.onChanges(List.of(new KeyStore.Change(name.apply(event.node.key), value)));
    await(event.node.modifiedIndex + 1);
  }

  private void onFailure(long index, Throwable cause) {
    if (ended) {
      return;
    }
    if (cause.getCause() instanceof ReadTimeoutException) { // nothing has happened
      await(index);
    } else {
      end(cause);
    }
  }

  private void end(Throwable cause) {
    ended = true;
    watcher.onEnd(cause);
  }

  @Override
  public void probe() {
    boolean all = probes++ % PROBES_TO_A_MAJORITY == 0;
    long known = awaited - 1;
    servers
        .ask(client -> look(client, all), probeMillis)
        .onComplete(
            done -> {
              if (ended) {
                return;
              }
              long index = index(done);
              if (index == UNKNOWN && all) {
                end(done.cause());
              } else if (index != UNKNOWN && index < known) {
                end(new IllegalStateException("etcd has begun anew")); // what comes next is past
              } else if (index != UNKNOWN) {
                watcher.onAlive(index);
              }
            });
  }

  /** How far etcd has come; {@link #UNKNOWN} if it doesn't say. */
  static long index(AsyncResult<EtcdKeysResponse> done) {
    Long index = null;
    if (done.succeeded()) {
      index = done.result().etcdIndex;
    } else if (Etcd2Store.isNotFound(done.cause())) {
      index = ((EtcdException) done.cause()).index;
    }
    return index == null ? UNKNOWN : index;
  }

  private EtcdRequest<EtcdKeysResponse> look(EtcdClient client, boolean all) {
    EtcdKeyGetRequest request = client.get(folder + ".probe");
    return all ? Etcd2Store.agreed(request) : request;
  }

  @Override
  public void end() {
    ended = true;
  }
}
