package dev.vertxmesh.bridge.dubbo.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.definition.DefinitionReader;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.net.tls.TlsClient;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Dubbo's protocol. */
public final class DubboKind implements BackendKind {

  /** As registries and {@code --backend} have it. */
  public static final String NAME = "dubbo";

  private static final Logger LOG = System.getLogger(DubboKind.class.getName());

  private final String serialization;
  private final HostPort qos;
  private final TlsClient tls;

  /** Hessian 2, Dubbo's own QoS port, and plain text. */
  public DubboKind() {
    this(null);
  }

  /**
   * @param tls of all providers; null for plain text
   */
  public DubboKind(TlsClient tls) {
    this(Serialization.HESSIAN2.name().toLowerCase(Locale.ROOT), null, tls);
  }

  /**
   * @param serialization of requests, as {@code DubboOptions} reads it
   * @param qos asked what a provider serves when its Dubbo port doesn't tell; null for {@value
   *     ExportsQuery#QOS_PORT} of its host
   * @param tls null for plain text
   */
  public DubboKind(String serialization, HostPort qos, TlsClient tls) {
    this.serialization = serialization;
    this.qos = qos;
    this.tls = tls;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean isEncrypted() {
    return tls != null;
  }

  @Override
  public BackendFactory with(BackendSettings settings) {
    ApiClasses api = read(settings.api());
    return (owner, context) -> new DubboBackend(this, settings, api, owner, context);
  }

  @Override
  public ServiceTypes types(ServiceKey service, String text) {
    return DefinitionReader.read(service, text);
  }

  private static ApiClasses read(List<Path> paths) {
    if (paths.isEmpty()) {
      return ApiClasses.NONE;
    }
    try {
      ApiClasses api = ApiClasses.read(paths);
      LOG.log(
          Level.INFO,
          "the API has %d classes, and %d methods of interfaces"
              .formatted(api.size(), api.methodCount()));
      return api;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--api: " + e.getMessage(), e);
    }
  }

  String serialization() {
    return serialization;
  }

  TlsClient tls() {
    return tls;
  }

  HostPort qos(HostPort provider) {
    return qos == null ? new HostPort(provider.host(), ExportsQuery.QOS_PORT) : qos;
  }
}
