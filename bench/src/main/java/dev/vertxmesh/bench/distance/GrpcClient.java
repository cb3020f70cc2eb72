package dev.vertxmesh.bench.distance;

import io.grpc.CallOptions;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.vertx.core.Future;
import io.vertx.core.Promise;

/** grpc-java's client, for every server. */
final class GrpcClient implements Calls {

  private final ManagedChannel channel;

  private GrpcClient(ManagedChannel channel) {
    this.channel = channel;
  }

  /** Completes when the connection is there. */
  static Future<Calls> connect(int port) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().directExecutor().build();
    Promise<Calls> ready = Promise.promise();
    awaitReady(channel, ready);
    return ready.future();
  }

  private static void awaitReady(ManagedChannel channel, Promise<Calls> ready) {
    ConnectivityState state = channel.getState(true);
    if (state == ConnectivityState.READY) {
      ready.complete(new GrpcClient(channel));
    } else {
      channel.notifyWhenStateChanged(state, () -> awaitReady(channel, ready));
    }
  }

  @Override
  public Future<Void> call(int bytes) {
    Promise<Void> answer = Promise.promise();
    ClientCalls.asyncUnaryCall(
        channel.newCall(GrpcMethod.TAKE, CallOptions.DEFAULT),
        (Integer) bytes,
        new StreamObserver<Integer>() {
          @Override
          public void onNext(Integer empty) {}

          @Override
          public void onError(Throwable cause) {
            answer.fail(cause);
          }

          @Override
          public void onCompleted() {
            answer.complete();
          }
        });
    return answer.future();
  }

  @Override
  public Future<Void> close() {
    channel.shutdownNow();
    return Future.succeededFuture();
  }
}
