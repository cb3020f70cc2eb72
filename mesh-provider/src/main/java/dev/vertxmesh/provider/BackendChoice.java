package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.bridge.dubbo.backend.DubboKind;
import dev.vertxmesh.bridge.grpc.backend.GrpcKind;
import dev.vertxmesh.bridge.grpc.json.DescriptorSet;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The provider that is bridged, as the options name it.
 *
 * @param where it and its kind, for a person to read
 * @param advice what a person can do while nobody can connect, as a sentence without its period
 * @param prepare what has to be done before anyone can connect; done once. Fails with a {@link
 *     StartFailure}
 * @param release undoes that; never fails
 */
record BackendChoice(
    String where,
    HostPort address,
    BackendFactory factory,
    String advice,
    Function<Vertx, Future<Void>> prepare,
    Function<Vertx, Future<Void>> release) {

  /**
   * Reads files, which blocks.
   *
   * @throws StartFailure if one can't be read, there's no port for a verticle, or nobody knows the
   *     kind
   */
  static BackendChoice of(ProviderOptions options, AgentContext context) {
    if (options.dubbo != null) {
      return dubbo(options, context);
    }
    BackendOption.Url other = options.backend.url;
    return other == null
        ? grpc(options, context)
        : remote(
            options,
            kind(options, context, other),
            other.address(),
            "Start the provider, or give --backend the address at which it listens");
  }

  private static BackendChoice dubbo(ProviderOptions options, AgentContext context) {
    TlsClient tls = options.dubboTls.open(context.vertx(), context.common().tlsEngine());
    return remote(
            options,
            new DubboKind(options.serialization, options.qos, tls),
            options.dubbo,
            "Start the provider, or give --dubbo the port at which it speaks Dubbo; a server of"
                + " gRPC or Triple is --grpc's, and for TLS there's --dubbo-tls")
        .over(tls, context);
  }

  /** Shows what it has for TLS, until it's released. */
  private BackendChoice over(TlsClient tls, AgentContext context) {
    if (tls == null) {
      return this;
    }
    context.certificates().show(tls.watched());
    return new BackendChoice(
        where,
        address,
        factory,
        advice,
        prepare,
        vertx -> {
          tls.close();
          return release.apply(vertx);
        });
  }

  private static BackendChoice grpc(ProviderOptions options, AgentContext context) {
    GrpcFlags flags = options.grpc;
    DescriptorSet descriptors = flags.descriptors();
    LocalVerticle verticle = flags.verticle();
    TlsClient tls = flags.tls.open(context.vertx());
    GrpcKind kind = new GrpcKind(tls, descriptors);
    return verticle == null
        ? remote(
                options,
                kind,
                flags.server,
                "Start the server, or give --grpc the port at which it speaks gRPC or Triple; a"
                    + " port of Dubbo's protocol is --dubbo's, and for TLS there's --grpc-tls")
            .over(tls, context)
        : new BackendChoice(
            "verticle " + flags.verticle,
            verticle.address(),
            factory(options, kind),
            "See that the verticle listens at the host and the port of its configuration",
            verticle::deploy,
            verticle::undeploy);
  }

  private static BackendChoice remote(
      ProviderOptions options, BackendKind kind, HostPort address, String advice) {
    return new BackendChoice(
        kind.name() + " " + address,
        address,
        factory(options, kind),
        advice,
        vertx -> Future.succeededFuture(),
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
              options.numbers.exact()));
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), e);
    }
  }
}
