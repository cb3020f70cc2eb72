package dev.vertxmesh.bench.echo;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The echo on grpc-java. */
final class JavaServer {
  private JavaServer() {}

  /**
   * @param direct whether calls run on the threads that read them; otherwise on grpc-java's own
   *     pool, which is its default
   */
  static Server serve(int port, boolean direct) throws IOException {
    ServerBuilder<?> builder = ServerBuilder.forPort(port).addService(echo());
    if (direct) {
      builder.directExecutor();
    }
    Server server = builder.build().start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server)));
    return server;
  }

  private static ServerServiceDefinition echo() {
    return ServerServiceDefinition.builder(Echo.SERVICE)
        .addMethod(
            Echo.DESCRIPTOR,
            ServerCalls.asyncUnaryCall(
                (asked, answer) -> {
                  answer.onNext(asked);
                  answer.onCompleted();
                }))
        .build();
  }

  private static void end(Server server) {
    try {
      server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
