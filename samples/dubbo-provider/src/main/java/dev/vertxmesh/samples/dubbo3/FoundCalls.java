package dev.vertxmesh.samples.dubbo3;

import com.google.protobuf.Empty;
import dev.vertxmesh.samples.UserService;
import grpc.testing.TestService;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.RpcException;

/**
 * A consumer of Dubbo 3.3 that calls who it finds in a registry, at each of Dubbo's levels alone: a
 * gRPC server, a verticle, and a provider that speaks Dubbo's protocol. {@code found REGISTRY}
 */
final class FoundCalls {

  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int PAUSE_MILLIS = 200;

  private FoundCalls() {}

  /** One line a call, as soon as somebody is found. */
  static void main(String[] args) throws Exception {
    System.setProperty("dubbo.application.logger", "slf4j");
    ApplicationConfig application = new ApplicationConfig("samples-found");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    // where services are mapped to applications is looked up in the application's own registry
    DubboBootstrap.getInstance()
        .application(application)
        .registry(new RegistryConfig(args[0]))
        .start();
    int status = 1;
    try {
      call();
      status = 0;
    } catch (RpcException e) {
      System.out.println(e);
    } finally {
      System.exit(status); // Dubbo's threads would keep the process
    }
  }

  private static void call() throws Exception {
    for (String step : List.of("FORCE_INTERFACE", "FORCE_APPLICATION")) {
      TestService server = found(TestService.class, step);
      Greetings verticle = found(Greetings.class, step);
      UserService users = found(UserService.class, step);
      Empty answer = answer(() -> server.EmptyCall(Empty.getDefaultInstance()));
      System.out.println(step + " server: " + answer.getSerializedSize() + " bytes");
      System.out.println(step + " verticle: " + answer(() -> verticle.greet("Ada")));
      System.out.println(step + " provider: " + answer(() -> users.concat("a", 1, true)));
    }
  }

  private static <T> T found(Class<T> type, String step) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setInterface(type);
    reference.setTimeout(TIMEOUT_MILLIS);
    reference.setParameters(Map.of("migration.step", step, "connect.timeout", "" + TIMEOUT_MILLIS));
    reference.setRetries(0);
    reference.setCheck(false);
    return reference.get();
  }

  /** Of the first call that somebody takes. */
  private static <T> T answer(Callable<T> call) throws Exception {
    long end = System.nanoTime() + TIMEOUT_MILLIS * 1_000_000L;
    while (true) {
      try {
        return call.call();
      } catch (RpcException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }
}
