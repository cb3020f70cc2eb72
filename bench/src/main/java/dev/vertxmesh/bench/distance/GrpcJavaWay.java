package dev.vertxmesh.bench.distance;

import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;

/** grpc-java at both ends, with its own estimate; it begins with windows of 64 KiB, as ours do. */
final class GrpcJavaWay implements Way {

  private static final int WINDOW = 65_535;

  @Override
  public String name() {
    return "grpc-java est.";
  }

  @Override
  public boolean shares() {
    return true;
  }

  @Override
  public boolean promised() {
    return false;
  }

  @Override
  public Future<Integer> serve(Vertx vertx) {
    NettyServerBuilder builder =
        NettyServerBuilder.forPort(0)
            .directExecutor()
            .initialFlowControlWindow(WINDOW)
            .maxInboundMessageSize(GrpcMethod.MOST)
            .addService(service());
    try {
      Server server = builder.build().start();
      return Future.succeededFuture(server.getPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(GrpcMethod.SERVICE)
        .addMethod(
            GrpcMethod.TAKE,
            ServerCalls.asyncUnaryCall(
                (bytes, answer) -> {
                  answer.onNext(0);
                  answer.onCompleted();
                }))
        .build();
  }

  @Override
  public Future<Calls> connect(Vertx vertx, int port) {
    return GrpcClient.connect(port);
  }
}
