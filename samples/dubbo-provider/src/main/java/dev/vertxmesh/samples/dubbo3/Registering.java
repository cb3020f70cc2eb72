package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.provider.ProviderFlags;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.RegistryConfig;

/** How a sample registers itself, or doesn't. */
final class Registering {

  private Registering() {}

  static RegistryConfig registry(ProviderFlags flags) {
    return new RegistryConfig(
        flags.registry() == null ? RegistryConfig.NO_AVAILABLE : flags.registry());
  }

  static ApplicationConfig application(String name, ProviderFlags flags) {
    ApplicationConfig application = new ApplicationConfig(name);
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    application.setRegisterMode(flags.level());
    application.setMetadataType(flags.metadata());
    return application;
  }
}
