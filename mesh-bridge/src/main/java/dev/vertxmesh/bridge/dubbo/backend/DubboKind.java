package dev.vertxmesh.bridge.dubbo.backend;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.ExportsQuery;
import dev.vertxmesh.dubbo.Serialization;
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

  /** Hessian 2, and Dubbo's own QoS port. */
  public DubboKind() {
    this(Serialization.HESSIAN2.name().toLowerCase(Locale.ROOT), null);
  }

  /**
   * @param serialization of requests, as {@code DubboOptions} reads it
   * @param qos asked what a provider serves when its Dubbo port doesn't tell; null for {@value
   *     ExportsQuery#QOS_PORT} of its host
   */
  public DubboKind(String serialization, HostPort qos) {
    this.serialization = serialization;
    this.qos = qos;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public BackendFactory with(BackendSettings settings) {
    ApiClasses api = read(settings.api());
    return (owner, context) -> new DubboBackend(this, settings, api, owner, context);
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

  HostPort qos(HostPort provider) {
    return qos == null ? new HostPort(provider.host(), ExportsQuery.QOS_PORT) : qos;
  }
}
