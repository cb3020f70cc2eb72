package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.bridge.grpc.json.DescriptorSet;
import dev.vertxmesh.launch.grpc.GrpcTlsOptions;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.Option.Mixin;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
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

  @Mixin final GrpcTlsOptions tls = new GrpcTlsOptions();

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
    tls.check();
    if (tls.isEnabled() && server == null) {
      throw new IllegalArgumentException("--grpc-tls is for a gRPC server, expected --grpc too");
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
}
