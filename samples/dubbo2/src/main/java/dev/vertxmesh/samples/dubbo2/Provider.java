package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.common.Version;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.MethodConfig;
import com.alibaba.dubbo.config.ProtocolConfig;
import com.alibaba.dubbo.config.RegistryConfig;
import com.alibaba.dubbo.config.ServiceConfig;
import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import com.alibaba.fastjson.util.TypeUtils;
import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.Subscription;
import dev.vertxmesh.samples.provider.CallCount;
import dev.vertxmesh.samples.provider.HelloProvider;
import dev.vertxmesh.samples.provider.InMemoryUserService;
import dev.vertxmesh.samples.provider.Loopback;
import dev.vertxmesh.samples.provider.Orders;
import dev.vertxmesh.samples.provider.ProviderFlags;
import dev.vertxmesh.samples.provider.SampleNewsDesk;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Exports the sample services by the dubbo protocol until the process is asked to end. */
public final class Provider {
  private final ProviderFlags flags;
  private final ApplicationConfig application = new ApplicationConfig("samples-dubbo2");
  private final ProtocolConfig protocol = new ProtocolConfig("dubbo");
  private final CallCount calls = new CallCount();
  private final HelloProvider hello;

  private Provider(ProviderFlags flags) {
    this.flags = flags;
    this.hello = new HelloProvider(flags.delayMillis(), calls);
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
   * ended, how many calls reached it. With {@code ordered} before the flags it takes {@link Orders}
   * on stdin.
   */
  public static void main(String[] args) throws InterruptedException {
    boolean ordered = args.length > 0 && args[0].equals("ordered");
    try {
      ProviderFlags flags =
          ProviderFlags.parse(ordered ? Arrays.copyOfRange(args, 1, args.length) : args);
      Provider provider = new Provider(flags);
      Hello exported = provider.export();
      System.out.println("ready: dubbo " + Version.getVersion() + " on " + flags.port());
      if (ordered) {
        new Orders(provider.hello, exported, System.out)
            .takeFrom(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      }
    } catch (RuntimeException e) {
      System.err.println("cannot serve: " + e.getMessage());
      System.exit(1);
    }
    new CountDownLatch(1).await();
  }

  /**
   * What calls name must be found. Fastjson looks among the classes that it has had so far, and for
   * one that shares a bucket with another ({@code IdentityHashMap.findClass} looks at the bucket's
   * first key alone) it looks in vain: by chance, as the hash is that a class is given.
   */
  private static void letFastjsonFind(Class<?> named) {
    TypeUtils.addMapping(named.getName(), named);
  }

  private Hello export() {
    letFastjsonFind(User.class);
    Hello exported = new Hello();
    exported.comeBack();
    export(UserService.class, new InMemoryUserService(calls, new DubboContext()), List.of());
    if (flags.desk()) {
      export(NewsDesk.class, new SampleNewsDesk(calls), Subscriber.calledBack());
    }
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.err.println("calls: " + calls.total())));
    return exported;
  }

  /** What was unexported once can't be exported again, but a new configuration of it can. */
  private final class Hello implements Orders.Export {
    private ServiceConfig<IHelloService> config;

    @Override
    public void leave() {
      config.unexport();
    }

    @Override
    public void comeBack() {
      config = Provider.this.export(IHelloService.class, hello, List.of());
    }
  }

  private RegistryConfig registry() {
    String none = RegistryConfig.NO_AVAILABLE;
    RegistryConfig registry =
        new RegistryConfig(flags.registry() == null ? none : flags.registry());
    registry.setClient("curator");
    return registry;
  }

  private <T> ServiceConfig<T> export(Class<T> type, T service, List<MethodConfig> methods) {
    ServiceConfig<T> config = new ServiceConfig<>();
    config.setApplication(application);
    config.setRegistry(registry());
    config.setProtocol(protocol);
    config.setInterface(type);
    config.setRef(service);
    config.setGroup(flags.group());
    config.setVersion(flags.version());
    config.setToken(flags.token());
    config.setMethods(methods);
    if (!methods.isEmpty()) {
      config.setTimeout(Subscription.TIMEOUT_MILLIS); // of calling back, too
    }
    config.export();
    return config;
  }
}
