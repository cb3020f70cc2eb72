package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import io.vertx.core.Future;
import io.vertx.grpc.common.GrpcStatus;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** A folder of keys in etcd: a grant is a lease. */
final class EtcdStore implements KeyStore {

  private final Channel channel;
  private final Executor work;
  private final String folder;
  private final int ttlSeconds;

  private final long deadlineMillis;

  /**
   * @param work parses what watches tell
   * @param folder with a slash at its end
   */
  EtcdStore(Channel channel, Executor work, String folder, int ttlSeconds) {
    this.channel = channel;
    this.work = work;
    this.folder = folder;
    this.ttlSeconds = ttlSeconds;
    this.deadlineMillis = KeyedOptions.attemptMillis(ttlSeconds);
  }

  @Override
  public Future<Listing> list() {
    return new PagedListing(channel, key(""), end(), this::name, deadlineMillis).all();
  }

  /**
   * From the listing's own revision, and not from the one after: of a watch that begins in the
   * future etcd tells no progress since 3.5.8, and there's no telling whether it's alive. The one
   * revision that's told twice changes nothing.
   */
  @Override
  public Watching watch(long revision, Watcher watcher) {
    ProtoFields.Writer create =
        new ProtoFields.Writer()
            .bytes(1, key(""))
            .bytes(2, end())
            .number(3, revision)
            .flag(8); // in fragments, so that no burst is one huge message
    return new EtcdWatch(
        channel, new ProtoFields.Writer().message(1, create), work, this::name, watcher);
  }

  @Override
  public Future<Long> grant() {
    return channel
        .call(Channel.Method.GRANT, new ProtoFields.Writer().number(1, ttlSeconds), deadlineMillis)
        .map(answer -> EtcdResponses.Lease.of(answer).id);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    ProtoFields.Writer request =
        new ProtoFields.Writer()
            .bytes(1, key(name))
            .bytes(2, ByteString.copyFromUtf8(value))
            .number(3, grant);
    return channel
        .call(Channel.Method.PUT, request, deadlineMillis)
        .recover(
            e -> Future.failedFuture(isNotFound(e) ? new LeaseLostException(e.getMessage()) : e))
        .mapEmpty();
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return channel
        .call(Channel.Method.KEEP_ALIVE, new ProtoFields.Writer().number(1, grant), deadlineMillis)
        .compose(
            answer ->
                EtcdResponses.Lease.of(answer).ttl <= 0
                    ? Future.succeededFuture(Optional.empty())
                    : look(grant, names));
  }

  private Future<Optional<Map<String, Held>>> look(long grant, Collection<String> names) {
    Map<String, Held> found = new HashMap<>();
    List<Future<Void>> looks =
        names.stream()
            .map(
                name ->
                    channel
                        .call(
                            Channel.Method.RANGE,
                            new ProtoFields.Writer().bytes(1, key(name)),
                            deadlineMillis)
                        .map(
                            answer -> {
                              synchronized (found) {
                                EtcdResponses.Range.of(answer)
                                    .entries
                                    .forEach(
                                        one ->
                                            found.put(
                                                name,
                                                new Held(
                                                    PagedListing.text(one.value),
                                                    one.lease == grant)));
                              }
                              return (Void) null;
                            }))
            .toList();
    return Future.all(looks).map(all -> Optional.of(found));
  }

  @Override
  public Future<Void> delete(String name) {
    return channel
        .call(Channel.Method.DELETE, new ProtoFields.Writer().bytes(1, key(name)), deadlineMillis)
        .mapEmpty();
  }

  @Override
  public Future<Void> revoke(long grant) {
    return channel
        .call(Channel.Method.REVOKE, new ProtoFields.Writer().number(1, grant), deadlineMillis)
        .mapEmpty();
  }

  @Override
  public Future<Void> close() {
    return channel.close();
  }

  private ByteString key(String name) {
    return ByteString.copyFromUtf8(folder + name);
  }

  /** The first key that's not below the folder: a slash is followed by a zero. */
  private ByteString end() {
    return ByteString.copyFromUtf8(folder.substring(0, folder.length() - 1) + "0");
  }

  private String name(ByteString key) {
    return key.toStringUtf8().substring(folder.length());
  }

  private static boolean isNotFound(Throwable e) {
    return e instanceof EtcdFailure refused && refused.status() == GrpcStatus.NOT_FOUND;
  }
}
