package dev.vertxmesh.samples.dubbo27;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import com.alibaba.fastjson.util.TypeUtils;
import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.CallCount;
import dev.vertxmesh.samples.provider.HelloProvider;
import dev.vertxmesh.samples.provider.InMemoryUserService;
import dev.vertxmesh.samples.provider.Loopback;
import dev.vertxmesh.samples.provider.ProviderFlags;
import dev.vertxmesh.samples.provider.SampleNewsDesk;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.Version;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ArgumentConfig;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.SslConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** Exports the sample services by the dubbo protocol until the process is asked to end. */
public final class Provider {
  private final ProviderFlags flags;

  private Provider(ProviderFlags flags) {
    this.flags = flags;
  }

  /**
   * Flags as in {@link ProviderFlags}; one line on stdout once it serves, and on stderr, when it is
   * ended, how many calls reached it.
   */
  public static void main(String[] args) {
    System.setProperty(
        "dubbo.application.logger", "slf4j"); // else Dubbo tells on stderr that it chose it
    try {
      ProviderFlags flags = ProviderFlags.parse(args);
      DubboBootstrap dubbo = new Provider(flags).start();
      System.out.println("ready: dubbo " + Version.getVersion() + " on " + flags.port());
      dubbo.await();
    } catch (RuntimeException e) {
      System.err.println("cannot serve: " + e.getMessage());
      System.exit(1);
    }
  }

  private DubboBootstrap start() {
    // by chance fastjson doesn't find it by itself; the sample of 2.6 says why
    TypeUtils.addMapping(User.class.getName(), User.class);
    CallCount calls = new CallCount();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls: " + calls.total())));
    HelloProvider hello = new HelloProvider(flags.delayMillis(), calls);
    DubboBootstrap dubbo = DubboBootstrap.getInstance();
    if (flags.tls() != null) {
      dubbo.ssl(ssl());
    }
    List<ServiceConfig<?>> services = new ArrayList<>();
    services.add(service(IHelloService.class, hello));
    services.add(service(UserService.class, new InMemoryUserService(calls, new DubboContext())));
    if (flags.desk()) {
      ServiceConfig<NewsDesk> desk = service(NewsDesk.class, new SampleNewsDesk(calls));
      desk.setMethods(List.of(calledBack()));
      services.add(desk);
    }
    dubbo.application(application()).registry(registry()).protocol(protocol());
    services.forEach(dubbo::service);
    return dubbo.start();
  }

  /** What a provider has to say of the desk's method. */
  private static MethodConfig calledBack() {
    ArgumentConfig argument = new ArgumentConfig();
    argument.setIndex(NewsDesk.CALLED_BACK);
    argument.setCallback(true);
    MethodConfig method = new MethodConfig();
    method.setName("subscribe");
    method.setArguments(List.of(argument));
    return method;
  }

  private static ApplicationConfig application() {
    ApplicationConfig application = new ApplicationConfig("samples-dubbo27");
    application.setQosEnable(false);
    return application;
  }

  private RegistryConfig registry() {
    String none = RegistryConfig.NO_AVAILABLE;
    RegistryConfig registry =
        new RegistryConfig(flags.registry() == null ? none : flags.registry());
    registry.setUseAsConfigCenter(false);
    registry.setUseAsMetadataCenter(false);
    return registry;
  }

  private SslConfig ssl() {
    SslConfig ssl = new SslConfig();
    ssl.setServerKeyCertChainPath(flags.tls().cert());
    ssl.setServerPrivateKeyPath(flags.tls().key());
    ssl.setServerTrustCertCollectionPath(flags.tls().clientAuthority());
    return ssl;
  }

  private ProtocolConfig protocol() {
    ProtocolConfig protocol = new ProtocolConfig("dubbo");
    protocol.setHost(Loopback.spelled(flags.host()));
    protocol.setPort(flags.port());
    protocol.setServer("netty4");
    protocol.setSerialization(flags.serializationOf("hessian2", "fastjson"));
    protocol.setSslEnabled(flags.tls() != null);
    protocol.setThreadpool("fixed");
    protocol.setThreads(flags.threads());
    protocol.setQueues(0);
    // a full pool makes Dubbo write a thread dump, by default into the user's home
    protocol.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
    return protocol;
  }

  private <T> ServiceConfig<T> service(Class<T> type, T body) {
    ServiceConfig<T> service = new ServiceConfig<>();
    service.setId(type.getName()); // two services without one are the same to 2.7
    service.setInterface(type);
    service.setRef(body);
    service.setGroup(flags.group());
    service.setVersion(flags.version());
    service.setToken(flags.token());
    return service;
  }
}
