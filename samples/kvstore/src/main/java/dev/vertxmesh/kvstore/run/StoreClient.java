package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.CreateResponse;
import dev.vertxmesh.kvstore.proto.DeleteRequest;
import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpc;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.proto.RetrieveResponse;
import dev.vertxmesh.kvstore.proto.UpdateRequest;
import dev.vertxmesh.kvstore.proto.UpdateResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One connection to a store on an event loop of its own, by the articles' own library, grpc-java:
 * its calls need a third of the memory that vertx-grpc's do, and in the store's own process that
 * memory's collection is what a store with thousands of calls waits for.
 */
final class StoreClient {
  private static final int WINDOW = 1 << 20;
  private static final int MAX_MESSAGE = 8 << 20;
  private static final int CONNECT_MILLIS = 10_000;
  private static final int CLOSE_SECONDS = 10;

  private final EventLoopGroup loop;
  private final ManagedChannel channel;

  private StoreClient(InetSocketAddress store) {
    boolean epoll = Epoll.isAvailable();
    loop = epoll ? new EpollEventLoopGroup(1) : new NioEventLoopGroup(1);
    channel =
        NettyChannelBuilder.forAddress(store.getHostString(), store.getPort())
            .eventLoopGroup(loop)
            .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
            .directExecutor()
            .usePlaintext()
            .flowControlWindow(WINDOW)
            .maxInboundMessageSize(MAX_MESSAGE)
            .build();
  }

  /**
   * Makes a client of a store that takes connections.
   *
   * @throws IOException if it doesn't: a channel connects only when it's called, and says less
   */
  static StoreClient connect(InetSocketAddress store) throws IOException {
    InetSocketAddress found = new InetSocketAddress(store.getHostString(), store.getPort());
    try (Socket trial = new Socket()) {
      trial.connect(found, CONNECT_MILLIS);
    } catch (IOException e) {
      String why = e instanceof UnknownHostException ? "no such host" : e.getMessage();
      throw new IOException(store.getHostString() + ":" + store.getPort() + ": " + why, e);
    }
    return new StoreClient(store);
  }

  /**
   * What an answer has of what was asked for.
   *
   * @param value null but for a retrieve
   * @param version 0 for a delete
   */
  record Answer(ByteString value, long version) {
    private static final Answer DELETED = new Answer(null, 0);
  }

  /** On which everything is told. */
  void runOnLoop(Runnable then) {
    loop.execute(then);
  }

  /** Told of either the answer or why there's none, on the event loop. */
  void call(Asked asked, BiConsumer<Answer, Throwable> then) {
    ByteString key = asked.known().key();
    switch (asked.kind()) {
      case CREATE:
        call(
            KeyValueServiceGrpc.getCreateMethod(),
            CreateRequest.newBuilder()
                .setKey(key)
                .setValue(asked.value())
                .setWithVersion(true)
                .build(),
            StoreClient::created,
            then);
        break;
      case RETRIEVE:
        call(
            KeyValueServiceGrpc.getRetrieveMethod(),
            RetrieveRequest.newBuilder().setKey(key).setWithVersion(true).build(),
            StoreClient::retrieved,
            then);
        break;
      case UPDATE:
        call(
            KeyValueServiceGrpc.getUpdateMethod(),
            UpdateRequest.newBuilder()
                .setKey(key)
                .setValue(asked.value())
                .setExpectedVersion(asked.known().version())
                .build(),
            StoreClient::updated,
            then);
        break;
      default:
        call(
            KeyValueServiceGrpc.getDeleteMethod(),
            DeleteRequest.newBuilder()
                .setKey(key)
                .setExpectedVersion(asked.known().version())
                .build(),
            deleted -> Answer.DELETED,
            then);
    }
  }

  private static Answer created(CreateResponse created) {
    return new Answer(null, created.getVersion());
  }

  private static Answer retrieved(RetrieveResponse retrieved) {
    return new Answer(retrieved.getValue(), retrieved.getVersion());
  }

  private static Answer updated(UpdateResponse updated) {
    return new Answer(null, updated.getVersion());
  }

  private <Q, A> void call(
      MethodDescriptor<Q, A> method,
      Q asked,
      Function<A, Answer> read,
      BiConsumer<Answer, Throwable> then) {
    ClientCalls.asyncUnaryCall(
        channel.newCall(method, CallOptions.DEFAULT), asked, new Waiting<>(read, then));
  }

  /** Waits for one call's answer, and then for the status that says that it's whole. */
  private static final class Waiting<A> implements StreamObserver<A> {
    private final Function<A, Answer> read;
    private final BiConsumer<Answer, Throwable> then;
    private Answer answer;

    Waiting(Function<A, Answer> read, BiConsumer<Answer, Throwable> then) {
      this.read = read;
      this.then = then;
    }

    @Override
    public void onNext(A message) {
      answer = read.apply(message);
    }

    @Override
    public void onError(Throwable cause) {
      then.accept(null, cause);
    }

    @Override
    public void onCompleted() {
      then.accept(answer, null);
    }
  }

  /** Ends what is in flight too. */
  void close() {
    channel.shutdownNow();
    loop.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
