package dev.vertxmesh.bridge.grpc.backend;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.bridge.grpc.json.DescriptorSet;
import dev.vertxmesh.net.tls.TlsClient;

/** gRPC, and with it Triple of Dubbo 3. */
public final class GrpcKind implements BackendKind {

  /** As registries and {@code --backend} have it. */
  public static final String NAME = "grpc";

  private final TlsClient tls;
  private final DescriptorSet descriptors;

  /** Cleartext, and each server is asked by reflection. */
  public GrpcKind() {
    this(null, null);
  }

  /**
   * @param tls null for cleartext
   * @param descriptors what the messages look like; null if the server is asked by reflection
   */
  public GrpcKind(TlsClient tls, DescriptorSet descriptors) {
    this.tls = tls;
    this.descriptors = descriptors;
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
    return (owner, context) -> new GrpcBackend(this, settings, owner, context);
  }

  TlsClient tls() {
    return tls;
  }

  DescriptorSet descriptors() {
    return descriptors;
  }
}
