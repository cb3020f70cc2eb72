package dev.vertxmesh.provider;

import dev.vertxmesh.access.LinkTrust;
import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.bridge.dubbo.connection.DubboOptions;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Tag;
import dev.vertxmesh.launch.dubbo.ApiOption;
import dev.vertxmesh.launch.dubbo.AttachmentsOption;
import dev.vertxmesh.launch.dubbo.DubboTlsOptions;
import dev.vertxmesh.launch.dubbo.NumbersOption;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.LinkTlsOptions;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.Option.Mixin;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.WindowOptions;
import dev.vertxmesh.link.setup.LinkBounds;
import dev.vertxmesh.link.setup.LinkOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What the provider agent can be told. */
final class ProviderOptions implements AgentOptions {

  @Mixin final CommonOptions common = new CommonOptions(30002);

  @Mixin final LinkTlsOptions linkTls = new LinkTlsOptions();

  @Mixin final WindowOptions windows = new WindowOptions();

  @Mixin final ApiOption api = new ApiOption();

  @Mixin final AttachmentsOption attachments = new AttachmentsOption();

  @Mixin final NumbersOption numbers = new NumbersOption();

  @Mixin final DubboTlsOptions dubboTls = new DubboTlsOptions();

  @Mixin final GrpcFlags grpc = new GrpcFlags();

  @Mixin final BackendOption backend = new BackendOption();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = OptionConverters.ListenPort.class,
      description = "where consumer agents come in; 0 takes any free port")
  int port = 30000;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      converter = OptionConverters.Host.class,
      description = "the address that is announced: where consumer agents find this one")
  String host = "127.0.0.1";

  @Option(
      names = "--announce-dubbo",
      paramLabel = "HOST:PORT",
      converter = OptionConverters.Address.class,
      description =
          "announce what this agent serves where Dubbo's own consumers look, so that they find it;"
              + " HOST:PORT is where they reach a consumer agent: its --dubbo-port, or with --grpc"
              + " and --verticle its --port")
  HostPort announceDubbo;

  @Option(
      names = "--link-trust",
      paramLabel = "WHEN",
      converter = LinkTrustName.class,
      description =
          "when a consumer agent is believed who calls: tls, if it has shown a certificate; always;"
              + " or never")
  LinkTrust linkTrust = LinkTrust.TLS;

  @Option(
      names = "--dubbo",
      paramLabel = "HOST:PORT",
      converter = OptionConverters.Address.class,
      description = "the Dubbo provider that is bridged; or else --grpc, --verticle or --backend")
  HostPort dubbo;

  @Option(
      names = "--service",
      paramLabel = "INTERFACE[:VERSION][@GROUP]",
      converter = OptionConverters.Service.class,
      split = ",",
      description = "what the provider serves; without it the provider itself is asked")
  List<ServiceKey> services = List.of();

  @Option(
      names = "--registered-as",
      paramLabel = "HOST:PORT",
      converter = OptionConverters.Address.class,
      split = ",",
      description =
          "where the provider has registered itself, so that consumer agents don't call it besides;"
              + " without it the address that is bridged, on --host if that's a loopback address")
  List<HostPort> registeredAs = List.of();

  @Option(
      names = "--qos",
      paramLabel = "HOST:PORT",
      converter = OptionConverters.Address.class,
      description =
          "the provider's QoS port, asked what it serves when its Dubbo port doesn't tell; the"
              + " default is port 22222 of its host")
  HostPort qos;

  @Option(
      names = "--serialization",
      paramLabel = "NAME",
      converter = SerializationName.class,
      description =
          "of requests to the provider: hessian2, fastjson, fastjson-counted, fastjson2, or auto,"
              + " which takes the first of hessian2, fastjson2 and fastjson that it answers in")
  String serialization = DubboOptions.AUTO;

  @Option(
      names = "--weight",
      paramLabel = "N",
      converter = OptionConverters.Weight.class,
      description = "its share of the calls, next to the other instances' weights")
  int weight = 1;

  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      converter = OptionConverters.TagText.class,
      split = ",",
      description = "a word about it that consumers find in the registry, such as zone=a")
  List<Tag> tags = List.of();

  @Option(
      names = "--limit",
      paramLabel = "CALLS",
      converter = OptionConverters.PositiveInt.class,
      description =
          "calls in flight to the provider; without it five percent under the threads that a Dubbo"
              + " provider tells, or 190 if it doesn't, and 10000 to a gRPC server")
  Integer limit;

  @Option(
      names = "--max-message",
      paramLabel = "BYTES",
      converter = OptionConverters.MessageBytes.class,
      description = "largest request and largest reply, in bytes")
  int maxMessage = LinkOptions.DEFAULT_MAX_MESSAGE;

  @Option(
      names = "--max-links",
      paramLabel = "N",
      converter = OptionConverters.PositiveInt.class,
      description =
          "links of consumers' agents that may be open, of which each of their event loops has"
              + " one; the default is one for each 64 KiB of heap")
  Integer maxLinks;

  @Override
  public void check() {
    long backends =
        Stream.of(dubbo, grpc.server, grpc.verticle, backend.url).filter(Objects::nonNull).count();
    if (backends != 1) {
      throw new IllegalArgumentException(
          "%s of --dubbo, --grpc, --verticle and --backend is given, expected exactly one"
              .formatted(backends == 0 ? "none" : "more than one"));
    }
    if (dubboTls.isEnabled() && dubbo == null) {
      throw new IllegalArgumentException(
          "--dubbo-tls is for a Dubbo provider, expected --dubbo too");
    }
    if (registeredAs.size() > Instance.MOST_FRONTS) {
      throw new IllegalArgumentException(
          "--registered-as is given %d times, expected at most %d"
              .formatted(registeredAs.size(), Instance.MOST_FRONTS));
    }
    dubboTls.check();
    grpc.check();
    linkTls.check();
  }

  /**
   * @throws StartFailure if one is given twice
   */
  Map<String, String> tags() {
    Map<String, String> all = new LinkedHashMap<>();
    for (Tag tag : tags) {
      if (all.put(tag.name(), tag.value()) != null) {
        throw new StartFailure("--tag: " + tag.name() + " is given twice", null);
      }
    }
    try {
      return Tag.check(all);
    } catch (IllegalArgumentException e) {
      throw new StartFailure("--tag: " + e.getMessage(), null);
    }
  }

  /** What all links together may hold. */
  LinkBounds linkBounds() {
    long heap = Runtime.getRuntime().maxMemory();
    return LinkBounds.of(heap, maxMessage, maxLinks == null ? 0 : maxLinks);
  }

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public String purpose() {
    return "Takes calls from consumer agents and bridges them to a provider.";
  }
}
