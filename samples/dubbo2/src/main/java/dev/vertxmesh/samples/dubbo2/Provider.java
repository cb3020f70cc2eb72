package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.common.Version;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ProtocolConfig;
import com.alibaba.dubbo.config.RegistryConfig;
import com.alibaba.dubbo.config.ServiceConfig;
import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.CallCount;
import dev.vertxmesh.samples.provider.HelloProvider;
import dev.vertxmesh.samples.provider.InMemoryUserService;
import dev.vertxmesh.samples.provider.Loopback;
import dev.vertxmesh.samples.provider.ProviderFlags;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Exports the sample services by the dubbo protocol until the process is asked to end. */
public final class Provider {
  private final ProviderFlags flags;
  private final ApplicationConfig application = new ApplicationConfig("samples-dubbo2");
  private final ProtocolConfig protocol = new ProtocolConfig("dubbo");

  private Provider(ProviderFlags flags) {
    this.flags = flags;
    application.setQosEnable(false);
    protocol.setHost(Loopback.spelled(flags.host()));
    protocol.setPort(flags.port());
    protocol.setServer("netty4");
    protocol.setSerialization(flags.serializationOf("hessian2", "fastjson"));
    protocol.setThreadpool("fixed");
    protocol.setThreads(flags.threads());
    protocol.setQueues(0);
    // a full pool makes Dubbo write a thread dump, by default into the user's home
    protocol.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
  }

  /**
   * Flags as in {@link ProviderFlags}; one line on stdout once it serves, and on stderr, when it is
   * ended, how many calls reached it.
   */
  public static void main(String[] args) throws InterruptedException {
    try {
      ProviderFlags flags = ProviderFlags.parse(args);
      new Provider(flags).export();
      System.out.println("ready: dubbo " + Version.getVersion() + " on " + flags.port());
    } catch (RuntimeException e) {
      System.err.println("cannot serve: " + e.getMessage());
      System.exit(1);
    }
    new CountDownLatch(1).await();
  }

  private void export() {
    CallCount calls = new CallCount();
    export(IHelloService.class, new HelloProvider(flags.delayMillis(), calls));
    export(UserService.class, new InMemoryUserService(calls, new DubboContext()));
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls: " + calls.total())));
  }

  private <T> void export(Class<T> type, T service) {
    ServiceConfig<T> config = new ServiceConfig<>();
    config.setApplication(application);
    config.setRegistry(new RegistryConfig(RegistryConfig.NO_AVAILABLE));
    config.setProtocol(protocol);
    config.setInterface(type);
    config.setRef(service);
    config.setGroup(flags.group());
    config.setVersion(flags.version());
    config.setToken(flags.token());
    config.export();
  }
}
