package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import dev.vertxmesh.discovery.etcd.KeyStore;
import io.vertx.grpc.common.GrpcStatus;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * A watch of etcd's. Each message is parsed off the event loop, and only then the next one is
 * taken. It ends for good on whatever error.
 */
final class EtcdWatch implements KeyStore.Watching, Channel.Listener {

  private final Executor work;
  private final Function<ByteString, String> name;
  private final KeyStore.Watcher watcher;
  private final BidiStream stream;

  EtcdWatch(
      Channel channel,
      ProtoFields.Writer create,
      Executor work,
      Function<ByteString, String> name,
      KeyStore.Watcher watcher) {
    this.work = work;
    this.name = name;
    this.watcher = watcher;
    this.stream = channel.stream(Channel.Method.WATCH, create, this);
  }

  @Override
  public void onMessage(ByteString message) {
    work.execute(() -> take(message));
  }

  private void take(ByteString message) {
    EtcdResponses.Watch answer = EtcdResponses.Watch.of(message);
    if (answer.canceled) {
      stream.cancel();
      watcher.onEnd(new EtcdFailure("watch", GrpcStatus.OUT_OF_RANGE, answer.why()));
    } else if (answer.events.isEmpty()) {
      watcher.onAlive();
    } else {
      watcher.onChanges(answer.events.stream().map(this::change).toList());
    }
    stream.next();
  }

  private KeyStore.Change change(EtcdResponses.Event event) {
    return new KeyStore.Change(
        name.apply(event.entry.key), event.deleted ? null : PagedListing.text(event.entry.value));
  }

  @Override
  public void onEnd(Throwable cause) {
    watcher.onEnd(cause);
  }

  @Override
  public void probe() {
    stream.write(
        new ProtoFields.Writer().message(3, new ProtoFields.Writer())); // asks for the progress
  }

  @Override
  public void end() {
    stream.cancel();
  }
}
