package dev.vertxmesh.samples.interop;

import io.grpc.BindableService;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.TlsServerCredentials;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.ProtoReflectionService;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.testing.integration.TestServiceImpl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/**
 * The service of grpc-java's interoperability tests in a server that tells of itself, which their
 * own doesn't: {@code ReflectingServer PORT VERSION [CERTIFICATE KEY [AUTHORITY]]}, where the
 * version is v1 or v1alpha, the first two files are for TLS, and the third is of whoever has signed
 * clients' certificates, which it wants to see then. When it's ended it says how many calls of the
 * service have reached it.
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
    AtomicInteger calls = new AtomicInteger();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls: " + calls.get())));
    List<ServerInterceptor> interceptors = new ArrayList<>(TestServiceImpl.interceptors());
    interceptors.add(counting(calls));
    Server server =
        builder(port, List.of(args).subList(2, args.length))
            .addService(ServerInterceptors.intercept(tests, interceptors))
            .addService(reflection)
            .build()
            .start();
    System.out.println("ready: reflecting server on port " + port);
    server.awaitTermination();
  }

  private static ServerBuilder<?> builder(int port, List<String> files) throws Exception {
    if (files.isEmpty()) {
      return Grpc.newServerBuilderForPort(port, InsecureServerCredentials.create());
    }
    File certificate = new File(files.get(0));
    File key = new File(files.get(1));
    String[] spoken = SSLContext.getDefault().getDefaultSSLParameters().getProtocols();
    if (List.of(spoken).contains("TLSv1.2")) {
      return Grpc.newServerBuilderForPort(port, credentials(certificate, key, files));
    }
    // by itself it takes suites of TLS 1.2 alone, as HTTP/2 has it, and with older ones speaks none
    SslContextBuilder old = SslContextBuilder.forServer(certificate, key);
    SslContext context =
        GrpcSslContexts.configure(old, SslProvider.JDK).protocols(spoken).ciphers(null).build();
    return NettyServerBuilder.forPort(port).sslContext(context);
  }

  private static ServerCredentials credentials(File certificate, File key, List<String> files)
      throws IOException {
    TlsServerCredentials.Builder tls =
        TlsServerCredentials.newBuilder().keyManager(certificate, key);
    if (files.size() > 2) {
      tls.trustManager(new File(files.get(2))).clientAuth(TlsServerCredentials.ClientAuth.REQUIRE);
    }
    return tls.build();
  }

  private static ServerInterceptor counting(AtomicInteger calls) {
    return new ServerInterceptor() {
      @Override
      public <Q, A> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        calls.incrementAndGet();
        return next.startCall(call, headers);
      }
    };
  }
}
