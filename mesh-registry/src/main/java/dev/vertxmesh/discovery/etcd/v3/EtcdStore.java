package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.LeaseLostException;
import dev.vertxmesh.discovery.etcd.v3.Channel.Method;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.DeleteRangeRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.KeyValue;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.LeaseGrantRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.LeaseRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.LeaseResponse;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.PutRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.RangeRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.RangeResponse;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchCreateRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchRequest;
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

  @Override
  public Future<Long> revision() {
    RangeRequest any = RangeRequest.newBuilder().setKey(key("")).setKeysOnly(true).build();
    return channel
        .call(Method.RANGE, any, RangeResponse.parser(), deadlineMillis)
        .map(answer -> answer.getHeader().getRevision());
  }

  /**
   * From the listing's own revision, and not from the one after: of a watch that begins in the
   * future etcd tells no progress since 3.5.8, and there's no telling whether it's alive. The one
   * revision that's told twice changes nothing.
   */
  @Override
  public Watching watch(long revision, Watcher watcher) {
    WatchCreateRequest create =
        WatchCreateRequest.newBuilder()
            .setKey(key(""))
            .setRangeEnd(end())
            .setStartRevision(revision)
            .setFragment(true) // so that no burst is one huge message
            .build();
    WatchRequest request = WatchRequest.newBuilder().setCreateRequest(create).build();
    return new EtcdWatch(channel, request, work, this::name, watcher);
  }

  @Override
  public Future<Long> grant() {
    LeaseGrantRequest request = LeaseGrantRequest.newBuilder().setTTL(ttlSeconds).build();
    return channel
        .call(Method.GRANT, request, LeaseResponse.parser(), deadlineMillis)
        .map(LeaseResponse::getID);
  }

  @Override
  public Future<Void> put(long grant, String name, String value) {
    PutRequest.Builder request =
        PutRequest.newBuilder()
            .setKey(key(name))
            .setValue(ByteString.copyFromUtf8(value))
            .setLease(grant);
    return done(Method.PUT, request.build())
        .recover(
            e -> Future.failedFuture(isNotFound(e) ? new LeaseLostException(e.getMessage()) : e));
  }

  @Override
  public Future<Optional<Map<String, Held>>> keepAlive(long grant, Collection<String> names) {
    return channel
        .call(Method.KEEP_ALIVE, lease(grant), LeaseResponse.parser(), deadlineMillis)
        .compose(
            answer ->
                answer.getTTL() <= 0
                    ? Future.succeededFuture(Optional.empty())
                    : look(grant, names));
  }

  private Future<Optional<Map<String, Held>>> look(long grant, Collection<String> names) {
    List<Future<RangeResponse>> looks =
        names.stream()
            .map(name -> RangeRequest.newBuilder().setKey(key(name)).build())
            .map(key -> channel.call(Method.RANGE, key, RangeResponse.parser(), deadlineMillis))
            .toList();
    return Future.all(looks)
        .map(
            all -> {
              Map<String, Held> found = new HashMap<>();
              for (Future<RangeResponse> look : looks) {
                for (KeyValue one : look.result().getKvsList()) {
                  String value = PagedListing.text(one.getValue());
                  found.put(name(one.getKey()), new Held(value, one.getLease() == grant));
                }
              }
              return Optional.of(found);
            });
  }

  @Override
  public Future<Void> delete(String name) {
    return done(Method.DELETE, DeleteRangeRequest.newBuilder().setKey(key(name)).build());
  }

  @Override
  public Future<Void> revoke(long grant) {
    return done(Method.REVOKE, lease(grant));
  }

  @Override
  public Future<Void> close() {
    return channel.close();
  }

  /** A request whose answer says nothing but that it's done. */
  private Future<Void> done(Method method, MessageLite request) {
    return channel.call(method, request, Empty.parser(), deadlineMillis).mapEmpty();
  }

  private static LeaseRequest lease(long grant) {
    return LeaseRequest.newBuilder().setID(grant).build();
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
