package dev.vertxmesh.samples.dubbo3;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.CallCount;
import dev.vertxmesh.samples.provider.HelloProvider;
import dev.vertxmesh.samples.provider.InMemoryUserService;
import dev.vertxmesh.samples.provider.Loopback;
import dev.vertxmesh.samples.provider.ProviderFlags;
import dev.vertxmesh.samples.provider.SampleNewsDesk;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.Version;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.SslConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/**
 * Exports the sample services by the dubbo protocol, and by Triple if it's told to, until the
 * process is asked to end.
 */
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
    CallCount calls = new CallCount();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls: " + calls.total())));
    HelloProvider hello = new HelloProvider(flags.delayMillis(), calls);
    DubboBootstrap dubbo = DubboBootstrap.getInstance();
    if (flags.tls() != null) {
      dubbo.ssl(ssl());
    }
    dubbo
        .application(Registering.application("samples-dubbo3", flags))
        .registry(Registering.registry(flags))
        .protocols(protocols())
        .service(service(IHelloService.class, hello))
        .service(service(UserService.class, new InMemoryUserService(calls, new DubboContext())));
    if (flags.desk()) {
      ServiceConfig<NewsDesk> desk = service(NewsDesk.class, new SampleNewsDesk(calls));
      desk.setMethods(Subscriber.calledBack());
      dubbo.service(desk);
    }
    return dubbo.start();
  }

  private SslConfig ssl() {
    SslConfig ssl = new SslConfig();
    ssl.setServerKeyCertChainPath(flags.tls().cert());
    ssl.setServerPrivateKeyPath(flags.tls().key());
    ssl.setServerTrustCertCollectionPath(flags.tls().clientAuthority());
    return ssl;
  }

  /** Every service is exported by each of them. */
  private List<ProtocolConfig> protocols() {
    if (flags.triplePort() == 0) {
      return List.of(protocol());
    }
    ProtocolConfig triple = new ProtocolConfig("tri");
    triple.setHost(Loopback.spelled(flags.host()));
    triple.setPort(flags.triplePort());
    return List.of(protocol(), triple);
  }

  private ProtocolConfig protocol() {
    ProtocolConfig protocol = new ProtocolConfig("dubbo");
    protocol.setHost(Loopback.spelled(flags.host()));
    protocol.setPort(flags.port());
    protocol.setServer("netty4");
    String serialization = flags.serializationOf("hessian2", "fastjson2");
    protocol.setSerialization(serialization);
    protocol.setPreferSerialization(serialization);
    protocol.setSslEnabled(flags.tls() != null);
    protocol.setThreadpool("fixed");
    protocol.setThreads(flags.threads());
    protocol.setQueues(0);
    protocol.setParameters(Map.of("dump.enable", "false")); // no thread dumps on a full pool
    return protocol;
  }

  private <T> ServiceConfig<T> service(Class<T> type, T body) {
    ServiceConfig<T> service = new ServiceConfig<>();
    service.setInterface(type);
    service.setRef(body);
    service.setGroup(flags.group());
    service.setVersion(flags.version());
    service.setToken(flags.token());
    return service;
  }
}
