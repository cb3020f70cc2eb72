package dev.vertxmesh.bench.echo;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Serves the echo until the process is asked to end. */
public final class EchoServer {
  private EchoServer() {}

  /**
   * {@code vertx-grpc}, {@code grpc-java-default} or {@code grpc-java-direct}, and a port; one line
   * on stdout once it serves.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[1]);
    switch (args[0]) {
      case "vertx-grpc":
        VertxServer.serve(port);
        break;
      case "grpc-java-default":
        JavaServer.serve(port, false);
        break;
      case "grpc-java-direct":
        JavaServer.serve(port, true);
        break;
      default:
        throw new IllegalArgumentException(args[0] + " is none of the servers");
    }
    System.out.println("ready: " + args[0] + " on " + port);
    new CountDownLatch(1).await();
  }
}
