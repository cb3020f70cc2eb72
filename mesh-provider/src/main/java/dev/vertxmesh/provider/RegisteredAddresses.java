package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.ProviderAddress;
import dev.vertxmesh.launch.settings.BindOptions;
import java.util.List;

/** Where a provider may have registered itself, besides its agent. */
final class RegisteredAddresses {

  private RegisteredAddresses() {}

  /**
   * As it's told, or else as it can be guessed: a provider at this machine's own address registers
   * the one at which others reach the machine, and so does its agent.
   *
   * @param bridged where the agent reaches the provider
   */
  static List<ProviderAddress> of(ProviderOptions options, HostPort bridged) {
    Protocol protocol = protocol(options);
    List<HostPort> addresses =
        options.registeredAs.isEmpty() ? List.of(guessed(options, bridged)) : options.registeredAs;
    return addresses.stream()
        .distinct()
        .map(address -> new ProviderAddress(protocol, address))
        .toList();
  }

  private static HostPort guessed(ProviderOptions options, HostPort bridged) {
    return BindOptions.isOfMachine(bridged.host())
        ? new HostPort(options.host, bridged.port())
        : bridged;
  }

  private static Protocol protocol(ProviderOptions options) {
    if (options.dubbo != null) {
      return Protocol.DUBBO;
    }
    return options.backend.url == null ? Protocol.GRPC : new Protocol(options.backend.url.kind());
  }
}
