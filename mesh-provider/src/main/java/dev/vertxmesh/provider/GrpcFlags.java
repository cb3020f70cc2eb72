package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.bridge.grpc.json.DescriptorSet;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.tls.TlsClient;
import dev.vertxmesh.net.tls.TlsFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import io.vertx.core.Vertx;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Which gRPC server is bridged, and how. */
final class GrpcFlags {

  @Option(
      names = "--grpc",
      paramLabel = "HOST:PORT",
      converter = OptionConverters.Address.class,
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
      converter = OptionConverters.Existing.class,
      description = "who has signed the certificate of --grpc, in PEM")
  Path authority;

  @Option(
      names = "--grpc-cert",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "this agent's own certificate, in PEM, where --grpc asks for one")
  Path certificate;

  @Option(
      names = "--grpc-key",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
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
      converter = OptionConverters.Existing.class,
      split = ",",
      description = "where the class of --verticle and what it needs is, in jars or folders")
  List<Path> classpath = List.of();

  @Option(
      names = "--verticle-config",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description = "a JSON object, which the configuration of --verticle begins with")
  Path verticleConfig;

  @Option(
      names = "--descriptor-set",
      paramLabel = "FILE",
      converter = OptionConverters.Existing.class,
      description =
          "what the gRPC server's messages look like, for calls in JSON, as protoc"
              + " --include_imports --descriptor_set_out writes it; without it the server is asked"
              + " by reflection")
  Path descriptorSet;

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
    } else if (descriptorSet != null && server == null && verticle == null) {
      throw new IllegalArgumentException(
          "--descriptor-set is for a gRPC server, expected --grpc or --verticle too");
    } else if (verticle == null && !classpath.isEmpty()) {
      throw new IllegalArgumentException("--classpath is for a verticle, expected --verticle too");
    } else if (verticle == null && verticleConfig != null) {
      throw new IllegalArgumentException(
          "--verticle-config is for a verticle, expected --verticle too");
    }
  }

  /**
   * Reads a file, which blocks. Null if there's none.
   *
   * @throws StartFailure if it isn't one of descriptors
   */
  DescriptorSet descriptors() {
    try {
      return descriptorSet == null ? null : DescriptorSet.read(descriptorSet);
    } catch (IllegalArgumentException e) {
      throw new StartFailure("--descriptor-set: " + e.getMessage(), e);
    }
  }

  /**
   * The verticle, for which it reads a file, which blocks. Null if there's none.
   *
   * @throws StartFailure if its configuration isn't JSON, or there's no port for it
   */
  LocalVerticle verticle() {
    return verticle == null ? null : new LocalVerticle(verticle, classpath, config());
  }

  private JsonObject config() {
    try {
      return verticleConfig == null
          ? new JsonObject()
          : new JsonObject(Files.readString(verticleConfig));
    } catch (IOException | DecodeException e) {
      throw new StartFailure(
          "--verticle-config: %s isn't a JSON object: %s".formatted(verticleConfig, e.getMessage()),
          e);
    }
  }

  /**
   * Reads the files, which blocks. Null for cleartext.
   *
   * @throws StartFailure if they can't be used
   */
  TlsClient openTls(Vertx vertx) {
    try {
      return tls ? TlsClient.open(vertx, "grpc", TlsFiles.of(certificate, key, authority)) : null;
    } catch (TlsFailure e) {
      throw new StartFailure("--grpc-ca, --grpc-cert, --grpc-key: " + e.getMessage(), e);
    }
  }
}
