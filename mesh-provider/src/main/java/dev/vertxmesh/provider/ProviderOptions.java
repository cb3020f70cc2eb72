package dev.vertxmesh.provider;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.HostPort;
import dev.vertxmesh.launch.AgentOptions;
import dev.vertxmesh.launch.CommonOptions;
import dev.vertxmesh.launch.Values;
import dev.vertxmesh.link.LinkOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What the provider agent can be told. Fields because picocli sets them; read only, once parsed.
 */
@Command(description = "Takes calls from consumer agents and bridges them to a provider.")
final class ProviderOptions implements AgentOptions {

  @Mixin final CommonOptions common = new CommonOptions(30002);

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Values.ListenPort.class,
      description = "where consumer agents come in; 0 takes any free port")
  int port = 30000;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      converter = Values.Host.class,
      description = "the address that is announced: where consumer agents find this one")
  String host = "127.0.0.1";

  @Option(
      names = "--dubbo",
      paramLabel = "HOST:PORT",
      converter = Values.Address.class,
      required = true,
      description = "the Dubbo provider that is bridged")
  HostPort dubbo;

  @Option(
      names = "--service",
      paramLabel = "INTERFACE[:VERSION][@GROUP]",
      converter = Values.Service.class,
      split = ",",
      required = true,
      description = "what the provider serves")
  List<ServiceKey> services = List.of();

  @Option(
      names = "--api",
      paramLabel = "JAR",
      converter = Values.Existing.class,
      split = ",",
      description =
          "the services' interfaces and classes, in a jar or a folder, by which the agent knows the"
              + " methods' types and parameter names")
  List<Path> api = List.of();

  @Option(
      names = "--weight",
      paramLabel = "N",
      converter = Values.Weight.class,
      description = "its share of the calls, next to the other instances' weights")
  int weight = 1;

  @Option(
      names = "--limit",
      paramLabel = "CALLS",
      converter = Values.PositiveInt.class,
      description =
          "calls in flight to the provider; a little under its threads, because a thread is busy"
              + " for a moment after its answer has left")
  int limit = 190;

  @Option(
      names = "--max-message",
      paramLabel = "BYTES",
      converter = Values.MessageBytes.class,
      description = "largest request and largest reply, in bytes")
  int maxMessage = LinkOptions.DEFAULT_MAX_MESSAGE;

  @Override
  public CommonOptions common() {
    return common;
  }
}
