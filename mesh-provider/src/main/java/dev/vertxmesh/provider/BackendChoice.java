package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.bridge.dubbo.backend.DubboKind;
import dev.vertxmesh.bridge.grpc.backend.GrpcKind;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The provider that is bridged, as the options name it.
 *
 * @param where it and its kind, for a person to read
 * @param prepare what has to be done before anyone can connect; done once. Fails with a {@link
 *     StartFailure}
 */
record BackendChoice(
    String where, HostPort address, BackendFactory factory, Function<Vertx, Future<Void>> prepare) {

  /**
   * Reads files, which blocks.
   *
   * @throws StartFailure if one can't be read, there's no port for a verticle, or nobody knows the
   *     kind
   */
  static BackendChoice of(ProviderOptions options, AgentContext context) {
    if (options.dubbo != null) {
      return remote(options, new DubboKind(options.serialization, options.qos), options.dubbo);
    }
    BackendOption.Url other = options.backend.url;
    return other == null
        ? grpc(options)
        : remote(options, kind(options, context, other), other.address());
  }

  private static BackendChoice grpc(ProviderOptions options) {
    GrpcFlags flags = options.grpc;
    GrpcKind kind = new GrpcKind(flags.tls(), flags.descriptors());
    LocalVerticle verticle = flags.verticle();
    return verticle == null
        ? remote(options, kind, flags.server)
        : new BackendChoice(
            "verticle " + flags.verticle,
            verticle.address(),
            factory(options, kind),
            verticle::deploy);
  }

  private static BackendChoice remote(ProviderOptions options, BackendKind kind, HostPort address) {
    return new BackendChoice(
        kind.name() + " " + address,
        address,
        factory(options, kind),
        vertx -> Future.succeededFuture());
  }

  private static BackendKind kind(
      ProviderOptions options, AgentContext context, BackendOption.Url url) {
    List<BackendKind> kinds = options.common().plugins().backends(context.name());
    return kinds.stream()
        .filter(kind -> kind.name().equals(url.kind()))
        .findFirst()
        .orElseThrow(
            () ->
                new StartFailure(
                    "--backend: nobody knows %s, expected %s"
                        .formatted(url.kind(), BackendChoice.known(kinds)),
                    null));
  }

  private static String known(List<BackendKind> kinds) {
    String names =
        kinds.stream()
            .map(BackendKind::name)
            .filter(name -> !BackendOption.OWN_FLAG.containsKey(name))
            .sorted()
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? "one that --plugin brings" : names;
  }

  private static BackendFactory factory(ProviderOptions options, BackendKind kind) {
    try {
      return kind.with(
          new BackendSettings(
              options.maxMessage,
              options.windows.most(),
              options.api.paths(),
              options.attachments.names()));
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), e);
    }
  }
}
