package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.consumer.routes.RoutingOptions;
import dev.vertxmesh.consumer.tls.TlsOptions;
import dev.vertxmesh.consumer.trust.TrustOptions;
import dev.vertxmesh.launch.dubbo.ApiOption;
import dev.vertxmesh.launch.dubbo.AttachmentsOption;
import dev.vertxmesh.launch.dubbo.DubboTlsOptions;
import dev.vertxmesh.launch.dubbo.NumbersOption;
import dev.vertxmesh.launch.grpc.GrpcTlsOptions;
import dev.vertxmesh.launch.settings.AgentOptions;
import dev.vertxmesh.launch.settings.CommonOptions;
import dev.vertxmesh.launch.settings.LinkTlsOptions;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.Option.Mixin;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.launch.settings.WindowOptions;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.plugin.PickerPlugin;
import java.util.List;

/** What the consumer agent can be told. */
final class ConsumerOptions implements AgentOptions {

  @Mixin final CommonOptions common = new CommonOptions(20002);

  @Mixin final RetryOptions retry = new RetryOptions();

  /** Of providers without an agent. */
  @Mixin final ApiOption api = new ApiOption();

  @Mixin final AttachmentsOption attachments = new AttachmentsOption();

  @Mixin final TrustOptions trust = new TrustOptions();

  @Mixin final NumbersOption numbers = new NumbersOption();

  @Mixin final DubboTlsOptions dubboTls = new DubboTlsOptions();

  @Mixin final GrpcTlsOptions grpcTls = new GrpcTlsOptions();

  @Option(
      names = "--port",
      paramLabel = "PORT",
      converter = OptionConverters.ListenPort.class,
      description = "where callers come in; 0 takes any free port")
  int port = 20000;

  @Option(
      names = "--dubbo-port",
      paramLabel = "PORT",
      converter = OptionConverters.ListenPort.class,
      description =
          "where Dubbo consumers come in, as if it were a provider; 0 takes any free port; without"
              + " it there's no such port")
  Integer dubboPort;

  @Option(
      names = "--announce-dubbo",
      paramLabel = "HOST",
      converter = OptionConverters.Host.class,
      description =
          "announce --dubbo-port, and --port for what gRPC servers have, where Dubbo's own consumers"
              + " look, with every service that agents have, so that Dubbo consumers find it; HOST is"
              + " where they reach this agent")
  String announceDubbo;

  /** Stays text, but is checked. */
  static final class Interfaces implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      if (!value.matches("[^/,\\s\\p{Cntrl}]{1,500}")) {
        throw new Expected("names of interfaces, such as com.x.Orders or com.x.*");
      }
      return value;
    }
  }

  @Option(
      names = "--subscribe",
      paramLabel = "PATTERN",
      split = ",",
      converter = Interfaces.class,
      description =
          "interfaces, such as com.x.*, whose providers are followed in Dubbo's own registries"
              + " whether or not somebody calls them; others are followed from their first call on,"
              + " until nobody has called them for an hour")
  List<String> subscribe = List.of();

  @Option(
      names = "--timeout",
      paramLabel = "MS",
      converter = OptionConverters.PositiveMillis.class,
      description = "how long a call may take whose caller doesn't say, in milliseconds")
  long timeoutMillis = 5_000;

  @Option(
      names = "--strict",
      description =
          "calls with JSON or the form that may become something else on their way to a Dubbo"
              + " provider or back are refused, but for those that say x-mesh-strict: false")
  boolean strict;

  @Option(
      names = "--max-message",
      paramLabel = "BYTES",
      converter = OptionConverters.MessageBytes.class,
      description = "largest request body and largest reply, in bytes")
  int maxMessage = LinkOptions.DEFAULT_MAX_MESSAGE;

  @Option(
      names = "--link-idle",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "a link that nobody calls for so long is closed, and made anew by the next call, in"
              + " milliseconds; 0 for never")
  long linkIdleMillis = 600_000;

  @Option(
      names = "--cors-origin",
      paramLabel = "ORIGIN",
      split = ",",
      converter = OptionConverters.Origin.class,
      description =
          "whose pages may call from a browser, such as https://shop.example.com; * for all;"
              + " without it none but those of this agent's own address")
  List<String> corsOrigins = List.of();

  @Option(
      names = "--hosts",
      paramLabel = "NAME",
      split = ",",
      converter = OptionConverters.Host.class,
      description =
          "names of the public DNS under which the port may be called over HTTP and gRPC, so that"
              + " no page can have its own name lead there; without it any")
  List<String> hosts = List.of();

  @Mixin final TlsOptions tls = new TlsOptions();

  @Mixin final ConnectionOptions connections = new ConnectionOptions();

  @Mixin final LinkTlsOptions linkTls = new LinkTlsOptions();

  @Mixin final WindowOptions windows = new WindowOptions();

  @Mixin final BalancingOptions balancing = new BalancingOptions();

  @Mixin final RoutingOptions routing = new RoutingOptions();

  @Override
  public CommonOptions common() {
    return common;
  }

  @Override
  public String purpose() {
    return "Takes calls over HTTP, gRPC and Dubbo's protocol, and sends them to the provider agents.";
  }

  @Override
  public void check() {
    balancing.check();
    tls.check();
    dubboTls.check();
    grpcTls.check();
    for (PickerPlugin plugin : common.plugins().of(PickerPlugin.class)) {
      if (BalanceMode.isName(plugin.name())) {
        throw new IllegalArgumentException(
            "--plugin: a way to balance is called %s, as one of the agent's own is"
                .formatted(plugin.name()));
      }
    }
    retry.check();
    linkTls.check();
    trust.check(linkTls.isEnabled());
  }
}
