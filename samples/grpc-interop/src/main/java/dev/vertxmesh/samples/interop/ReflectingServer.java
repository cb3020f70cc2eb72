package dev.vertxmesh.samples.interop;

import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.TlsServerCredentials;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.testing.integration.TestServiceImpl;
import java.io.File;
import java.util.List;
import java.util.concurrent.Executors;

/**
 * The service of grpc-java's interoperability tests in a server that tells of itself, which their
 * own doesn't: {@code ReflectingServer PORT VERSION [CERTIFICATE KEY]}, where the version is v1 or
 * v1alpha, and the two files are for TLS.
 */
public final class ReflectingServer {

  private ReflectingServer() {}

  /** Serves until a signal ends it. */
  @SuppressWarnings("deprecation") // that's what v1alpha is
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    BindableService reflection =
        switch (args[1]) {
          case "v1" -> ProtoReflectionServiceV1.newInstance();
          case "v1alpha" -> ProtoReflectionService.newInstance();
          default -> throw new IllegalArgumentException(args[1] + ": expected v1 or v1alpha");
        };
    TestServiceImpl tests = new TestServiceImpl(Executors.newSingleThreadScheduledExecutor());
    Server server =
        Grpc.newServerBuilderForPort(
                port,
                args.length < 4
                    ? InsecureServerCredentials.create()
                    : TlsServerCredentials.create(new File(args[2]), new File(args[3])))
            .addService(
                ServerInterceptors.intercept(tests, List.copyOf(TestServiceImpl.interceptors())))
            .addService(reflection)
            .build()
            .start();
    System.out.println("ready: reflecting server on port " + port);
    server.awaitTermination();
  }
}
