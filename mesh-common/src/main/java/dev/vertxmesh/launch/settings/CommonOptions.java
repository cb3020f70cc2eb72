package dev.vertxmesh.launch.settings;

import dev.vertxmesh.admission.QueueOptions;
import dev.vertxmesh.launch.plugin.Plugins;
import dev.vertxmesh.launch.settings.Option.Mixin;
import dev.vertxmesh.net.TlsEngine;
import java.util.List;

/** The options that both agents have. */
public final class CommonOptions {

  /** A blank before what looks like another URL: commas and blanks stand in URLs, too. */
  private static final String SEVERAL = " +(?=[a-z][a-z0-9+.-]{0,19}:)";

  @Option(
      names = "--registry",
      paramLabel = "URL",
      split = SEVERAL,
      converter = OptionConverters.RegistryUrl.class,
      description =
          "who is where: file:[FOLDER]; etcd://HOST:PORT,…[/PREFIX], or etcd2:// for its second"
              + " API; zookeeper://HOST:PORT,…[/ROOT] or nacos://HOST:PORT,…, in which Dubbo's"
              + " providers register; kubernetes:[NAMESPACE/]SERVICE,…, whose pods are called; or"
              + " static: and a list of agents, HOST:PORT/SERVICE,…, and of providers that have"
              + " none, dubbo://HOST:PORT,… or grpc://HOST:PORT,…; the default is file:")
  List<String> registries = List.of();

  @Mixin final BindOptions bind = new BindOptions();

  @Mixin private final AdminOptions admin;

  @Mixin final AdminTlsOptions adminTls = new AdminTlsOptions();

  @Option(
      names = "--grace",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description = "how long calls in flight may go on after SIGTERM, in milliseconds")
  long graceMillis = 10_000;

  @Option(
      names = "--linger",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "how long calls are still taken once the agent has to leave, while it says that it isn't"
              + " ready, so that load balancers hear of it; the grace comes after it; in"
              + " milliseconds")
  long lingerMillis;

  @Option(
      names = "--event-loops",
      paramLabel = "N",
      converter = OptionConverters.PositiveInt.class,
      description = "threads that do the work; the default is half of the processors")
  int eventLoops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

  @Option(
      names = "--queue-target",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "calls are refused while all that comes waits longer than that for its turn on an event"
              + " loop, in milliseconds; 0 for never")
  long queueTargetMillis = 50;

  @Option(
      names = "--queue-interval",
      paramLabel = "MS",
      converter = OptionConverters.PositiveMillis.class,
      description = "for how long it has to have waited longer than that, in milliseconds")
  long queueIntervalMillis = 500;

  @Option(
      names = "--queue-floor",
      paramLabel = "CALLS",
      converter = OptionConverters.PositiveInt.class,
      description = "calls in flight on an event loop that are taken in any case")
  int queueFloor = 512;

  @Option(
      names = "--transport",
      paramLabel = "NAME",
      converter = OptionConverters.TransportName.class,
      description = "auto, epoll, io_uring or nio; auto takes epoll where it can be had")
  Transport transport = Transport.AUTO;

  @Option(
      names = "--tls-engine",
      paramLabel = "NAME",
      converter = OptionConverters.TlsEngineName.class,
      description =
          "auto, openssl or jdk: whose TLS listeners, links and connections to Dubbo providers have;"
              + " auto takes OpenSSL's where it can be had")
  TlsEngine tlsEngine = TlsEngine.AUTO;

  @Option(
      names = "--log-level",
      paramLabel = "LEVEL",
      converter = OptionConverters.LogLevel.class,
      description = "error, warning, info, debug or trace")
  System.Logger.Level logLevel = System.Logger.Level.INFO;

  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      split = ",",
      description =
          "a jar with filters, kinds of registry, providers' protocols or ways to balance of"
              + " somebody else's making")
  List<String> pluginJars = List.of();

  @Option(
      names = "--plugin-set",
      paramLabel = "NAME.SETTING=VALUE",
      split = ",",
      description = "what a plugin is told; it says which settings it has")
  List<String> pluginSettings = List.of();

  @Option(
      names = "--access",
      paramLabel = "FILE",
      converter = CheckedFiles.OfAccess.class,
      description =
          "YAML file that says under access: who callers are and what they may call; in the file of"
              + " --config it may stand itself")
  String access;

  @Option(
      names = "--limits",
      paramLabel = "FILE",
      converter = CheckedFiles.OfLimits.class,
      description =
          "YAML file that says under limits: how much callers may ask for; without it they may stand"
              + " in the file of --access, and in the file of --config in any case")
  String limits;

  @Option(
      names = "--identity-attachment",
      paramLabel = "NAME",
      description =
          "the attachment or metadata by which a provider is told who calls; without it it isn't")
  String identityAttachment;

  @Option(
      names = "--explain-access",
      takes = 2,
      paramLabel = "WHO SERVICE#METHOD",
      description = "print which access rule decides about a call and leave")
  List<String> explainAccess = List.of();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file with any of these options, without their dashes")
  String config;

  @Option(
      names = {"-h", "--help"},
      description = "print this and leave")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      description = "print the version and leave")
  boolean version;

  /** Loaded before all other options are read, as some of these name what it brings. */
  private Plugins plugins = Plugins.NONE;

  /**
   * @param adminPort the default, which differs between the agents
   */
  public CommonOptions(int adminPort) {
    this.admin = new AdminOptions(adminPort);
  }

  void plugins(Plugins loaded) {
    plugins = loaded;
  }

  public Plugins plugins() {
    return plugins;
  }

  /** At least one. */
  public List<String> registries() {
    return registries.isEmpty() ? List.of("file:") : registries;
  }

  /** The file that says who may call what; null for none. */
  public String access() {
    return access;
  }

  /** The file that says how much callers may ask for; null for that of {@link #access}. */
  public String limits() {
    return limits;
  }

  /** Null if the provider isn't told who calls. */
  public String identityAttachment() {
    return identityAttachment;
  }

  /** Who and what; empty unless only that is asked. */
  public List<String> explainAccess() {
    return explainAccess;
  }

  public BindOptions bind() {
    return bind;
  }

  public AdminOptions admin() {
    return admin;
  }

  public AdminTlsOptions adminTls() {
    return adminTls;
  }

  public long graceMillis() {
    return graceMillis;
  }

  public long lingerMillis() {
    return lingerMillis;
  }

  public int eventLoops() {
    return eventLoops;
  }

  /** When an event loop refuses calls because it is short of CPU. */
  public QueueOptions queue() {
    return new QueueOptions(queueTargetMillis, queueIntervalMillis, queueFloor);
  }

  public Transport transport() {
    return transport;
  }

  public TlsEngine tlsEngine() {
    return tlsEngine;
  }

  public System.Logger.Level logLevel() {
    return logLevel;
  }
}
