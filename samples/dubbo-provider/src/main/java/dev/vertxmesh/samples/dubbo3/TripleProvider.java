package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.provider.Loopback;
import dev.vertxmesh.samples.provider.ProviderFlags;
import org.apache.dubbo.common.stream.StreamObserver;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** Exports {@link Greetings} by the Triple protocol until the process is asked to end. */
public final class TripleProvider {

  static final String GROUP = "blue";
  static final String VERSION = "1.0";

  private TripleProvider() {}

  /**
   * Flags as in {@link ProviderFlags}, of which it takes the port and how it registers; one line
   * once it serves.
   */
  public static void main(String[] args) {
    System.setProperty("dubbo.application.logger", "slf4j");
    ProviderFlags flags = ProviderFlags.parse(args);
    ProtocolConfig protocol = new ProtocolConfig("tri");
    protocol.setHost(Loopback.spelled(flags.host()));
    protocol.setPort(flags.port());
    ServiceConfig<Greetings> service = new ServiceConfig<>();
    service.setInterface(Greetings.class);
    service.setRef(new Greeter());
    service.setGroup(GROUP);
    service.setVersion(VERSION);
    DubboBootstrap dubbo =
        DubboBootstrap.getInstance()
            .application(Registering.application("samples-triple", flags))
            .registry(Registering.registry(flags))
            .protocol(protocol)
            .service(service)
            .start();
    System.out.println("ready: triple on " + flags.port());
    dubbo.await();
  }

  private static final class Greeter implements Greetings {

    @Override
    public String greet(String name) {
      return "Hello, " + name;
    }

    @Override
    public String refuse(String why) {
      throw new IllegalStateException(why);
    }

    @Override
    public void greetOften(Integer times, StreamObserver<String> greetings) {
      for (int i = 1; i <= times; i++) {
        greetings.onNext("Hello for time " + i);
      }
      greetings.onCompleted();
    }

    @Override
    public StreamObserver<String> greetAll(StreamObserver<String> greetings) {
      return new StreamObserver<>() {
        @Override
        public void onNext(String name) {
          greetings.onNext(greet(name));
        }

        @Override
        public void onError(Throwable error) {
          greetings.onError(error);
        }

        @Override
        public void onCompleted() {
          greetings.onCompleted();
        }
      };
    }
  }
}
