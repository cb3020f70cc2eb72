package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.provider.Loopback;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/**
 * Calls each method of {@link Greetings} by the Triple protocol, and prints what comes back: {@code
 * triple-client PORT}.
 */
public final class TripleConsumer {

  private static final int TIMEOUT_MILLIS = 60_000;

  private TripleConsumer() {}

  /** One line a method. */
  public static void main(String[] args) throws Exception {
    System.setProperty("dubbo.application.logger", "slf4j");
    ReferenceConfig<Greetings> reference = new ReferenceConfig<>();
    reference.setInterface(Greetings.class);
    reference.setGroup(TripleProvider.GROUP);
    reference.setVersion(TripleProvider.VERSION);
    reference.setUrl("tri://" + Loopback.spelled("127.0.0.1") + ":" + args[0]);
    reference.setTimeout(TIMEOUT_MILLIS);
    // Dubbo's own 3 s for SETTINGS is too short beside other tests on a busy machine
    reference.setParameters(Map.of("connect.timeout", "" + TIMEOUT_MILLIS));
    reference.setRetries(0);
    ApplicationConfig application = new ApplicationConfig("samples-triple-client");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    DubboBootstrap.getInstance()
        .application(application)
        .registry(new RegistryConfig(RegistryConfig.NO_AVAILABLE))
        .reference(reference)
        .start();
    call(reference.get());
    System.exit(0);
  }

  private static void call(Greetings greetings) throws Exception {
    System.out.println("unary: " + greetings.greet("Ada"));
    System.out.println("large: " + greetings.greet("x".repeat(1 << 20)).length());
    System.out.println("exception: " + refusal(greetings));
    Heard often = new Heard();
    greetings.greetOften(3, often);
    System.out.println("server stream: " + often.all());
    Heard all = new Heard();
    StreamObserver<String> names = greetings.greetAll(all);
    names.onNext("Ada");
    names.onNext("Grace");
    names.onCompleted();
    System.out.println("both ways: " + all.all());
  }

  private static String refusal(Greetings greetings) {
    try {
      return greetings.refuse("not today");
    } catch (RuntimeException e) {
      return e.getClass().getName() + ": " + e.getMessage().lines().findFirst().orElse("");
    }
  }

  private static final class Heard implements StreamObserver<String> {
    private final List<String> greetings = new CopyOnWriteArrayList<>();
    private final CompletableFuture<List<String>> end = new CompletableFuture<>();

    List<String> all() throws Exception {
      return end.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void onNext(String greeting) {
      greetings.add(greeting);
    }

    @Override
    public void onError(Throwable error) {
      end.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
      end.complete(greetings);
    }
  }
}
