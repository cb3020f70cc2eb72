package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.Event;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchProgressRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchResponse;
import dev.vertxmesh.discovery.rpc.BidiStream;
import dev.vertxmesh.discovery.rpc.RpcClient;
import io.vertx.grpc.common.GrpcStatus;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A watch of etcd's. Each message is parsed off the event loop, and only then the next one is
 * taken. It ends for good on whatever error.
 */
final class EtcdWatch implements KeyStore.Watching, RpcClient.Listener {

  private static final WatchRequest PROGRESS =
      WatchRequest.newBuilder()
          .setProgressRequest(WatchProgressRequest.getDefaultInstance())
          .build();

  private final Executor work;
  private final Function<ByteString, String> name;
  private final KeyStore.Watcher watcher;
  private final BidiStream stream;

  EtcdWatch(
      Channel channel,
      MessageLite create,
      Executor work,
      Function<ByteString, String> name,
      KeyStore.Watcher watcher) {
    this.work = work;
    this.name = name;
    this.watcher = watcher;
    this.stream = channel.stream(Channel.Method.WATCH, create, this);
  }

  @Override
  public void onMessage(byte[] message) {
    work.execute(() -> take(message));
  }

  private void take(byte[] message) {
    WatchResponse answer;
    try {
      answer = WatchResponse.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      fail(GrpcStatus.INTERNAL, "not one of etcd's messages: " + e.getMessage());
      return;
    }
    if (answer.getCanceled()) {
      fail(GrpcStatus.OUT_OF_RANGE, why(answer));
    } else if (answer.getEventsCount() == 0) {
      // that it was created says nothing of what is still to be told since the listing
      watcher.onAlive(answer.getCreated() ? 0 : answer.getHeader().getRevision());
    } else {
      watcher.onChanges(answer.getEventsList().stream().map(this::change).toList());
    }
    stream.next();
  }

  private void fail(GrpcStatus status, String why) {
    stream.cancel();
    watcher.onEnd(new EtcdFailure("watch", status, why));
  }

  static String why(WatchResponse end) {
    return end.getCompactRevision() == 0
        ? end.getCancelReason()
        : "what was to come next was compacted at " + end.getCompactRevision();
  }

  private KeyStore.Change change(Event event) {
    return new KeyStore.Change(
        name.apply(event.getKv().getKey()),
        event.getType() == Event.EventType.DELETE
            ? null
            : PagedListing.text(event.getKv().getValue()));
  }

  @Override
  public void onEnd(Throwable cause) {
    watcher.onEnd(cause);
  }

  @Override
  public void probe() {
    stream.write(PROGRESS);
  }

  @Override
  public void end() {
    stream.cancel();
  }
}
