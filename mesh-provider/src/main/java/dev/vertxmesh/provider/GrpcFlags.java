package dev.vertxmesh.provider;

import dev.vertxmesh.bridge.grpc.GrpcOptions;
import dev.vertxmesh.discovery.HostPort;
import dev.vertxmesh.launch.Values;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/**
 * Which gRPC server is bridged, and how. Fields because picocli sets them; read only, once parsed.
 */
final class GrpcFlags {

  @Option(
      names = "--grpc",
      paramLabel = "HOST:PORT",
      converter = Values.Address.class,
      description =
          "the gRPC server, or Triple provider of Dubbo 3, that is bridged instead of a Dubbo"
              + " provider")
  HostPort server;

  @Option(
      names = "--grpc-tls",
      description = "reach --grpc over TLS, with a certificate that Java trusts or --grpc-ca does")
  boolean tls;

  @Option(
      names = "--grpc-ca",
      paramLabel = "FILE",
      converter = Values.Existing.class,
      description = "who has signed the certificate of --grpc, in PEM")
  Path authority;

  @Option(
      names = "--grpc-cert",
      paramLabel = "FILE",
      converter = Values.Existing.class,
      description = "this agent's own certificate, in PEM, where --grpc asks for one")
  Path certificate;

  @Option(
      names = "--grpc-key",
      paramLabel = "FILE",
      converter = Values.Existing.class,
      description = "the key of --grpc-cert, in PEM")
  Path key;

  @Option(
      names = "--verticle",
      paramLabel = "NAME",
      description =
          "a verticle's class that is deployed in this agent and bridged as a gRPC server; its"
              + " configuration has the host and the port that it has to listen on")
  String verticle;

  @Option(
      names = "--classpath",
      paramLabel = "JAR",
      converter = Values.Existing.class,
      split = ",",
      description = "where the class of --verticle and what it needs is, in jars or folders")
  List<Path> classpath = List.of();

  /**
   * @throws IllegalArgumentException naming the options that lack another
   */
  void check() {
    if (!tls && (authority != null || certificate != null || key != null)) {
      throw new IllegalArgumentException(
          "--grpc-ca, --grpc-cert and --grpc-key are for TLS, expected --grpc-tls too");
    } else if (tls && server == null) {
      throw new IllegalArgumentException("--grpc-tls is for a gRPC server, expected --grpc too");
    } else if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "--grpc-cert and --grpc-key belong together, expected both or neither");
    } else if (verticle == null && !classpath.isEmpty()) {
      throw new IllegalArgumentException("--classpath is for a verticle, expected --verticle too");
    }
  }

  /** Null for cleartext. */
  GrpcOptions.Tls tls() {
    return tls ? new GrpcOptions.Tls(authority, certificate, key) : null;
  }
}
