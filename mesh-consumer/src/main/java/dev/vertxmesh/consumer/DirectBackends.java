package dev.vertxmesh.consumer;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.backend.DubboKind;
import dev.vertxmesh.bridge.grpc.backend.GrpcKind;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.links.DirectSetup;
import dev.vertxmesh.links.PlainTextRule;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Context;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The protocols of providers that are called without an agent.
 *
 * @param factories by the protocols' names
 * @param plainText to whom calls may go in plain text
 * @param encrypted clients over TLS, which look for newer files until this is closed
 */
record DirectBackends(
    Map<String, BackendFactory> factories, PlainTextRule plainText, List<TlsClient> encrypted) {

  /**
   * Those of an agent; reads files, which blocks.
   *
   * @throws StartFailure naming the setting that is wrong
   */
  static DirectBackends of(ConsumerOptions options, AgentContext context) {
    TlsClient dubbo = options.dubboTls.open(context.vertx(), context.common().tlsEngine());
    TlsClient grpc = options.grpcTls.open(context.vertx());
    List<TlsClient> encrypted = Stream.of(dubbo, grpc).filter(Objects::nonNull).toList();
    encrypted.forEach(tls -> context.certificates().show(tls.watched()));
    BackendSettings settings =
        new BackendSettings(
            options.maxMessage,
            options.windows.most(),
            options.api.paths(),
            options.numbers.exact());
    List<BackendKind> kinds =
        options.common().plugins().backends(context.name()).stream()
            .map(
                kind ->
                    switch (kind.name()) {
                      case DubboKind.NAME -> new DubboKind(dubbo);
                      case GrpcKind.NAME -> new GrpcKind(grpc, null);
                      default -> kind;
                    })
            .toList();
    refuseUnknown(
        context.registry().fixed(), kinds.stream().map(BackendKind::name).sorted().toList());
    try {
      return new DirectBackends(
          kinds.stream()
              .collect(
                  Collectors.toUnmodifiableMap(BackendKind::name, kind -> kind.with(settings))),
          new PlainTextRule(
              options.linkTls.isEnabled(),
              kinds.stream()
                  .filter(BackendKind::isEncrypted)
                  .map(BackendKind::name)
                  .collect(Collectors.toSet()),
              context.registry().fixed(),
              options.trust.plainTextTo()),
          encrypted);
    } catch (IllegalArgumentException e) {
      throw new StartFailure(e.getMessage(), e);
    }
  }

  /**
   * How one event loop reaches such providers, of so many that share their limits.
   *
   * @param types what the registry tells of a provider's
   */
  DirectSetup setup(
      Context context, int loops, BiFunction<Instance, ServiceKey, ServiceTypes> types) {
    return new DirectSetup(context, factories, plainText, loops, System::nanoTime, types);
  }

  /** Stops looking for newer files. */
  void close() {
    encrypted.forEach(TlsClient::close);
  }

  /** Of what comes and goes, such an instance is only left out. */
  private static void refuseUnknown(List<Instance> fixed, List<String> known) {
    for (Instance instance : fixed) {
      Protocol protocol = instance.protocol();
      if (!protocol.equals(Protocol.MESH) && !known.contains(protocol.name())) {
        throw new StartFailure(
            "--registry: nobody knows %s of %s://%s, expected %s, or --plugin with one that does"
                .formatted(protocol, protocol, instance.address(), String.join(", ", known)),
            null);
      }
    }
  }
}
