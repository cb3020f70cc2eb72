package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ArgumentConfig;
import com.alibaba.dubbo.config.MethodConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.compare.Subscription;
import java.util.List;

/** A consumer of Dubbo 2.6 that wants to be called back. */
final class Subscriber {

  private Subscriber() {}

  /** Flags as in {@link Subscription#main}. */
  static void main(String[] args) {
    Subscription.main(args, Subscriber::desk);
  }

  /**
   * What a provider has to say of the desk's method. Its consumers learn it by its URL from a
   * registry, and go by nothing else.
   */
  static List<MethodConfig> calledBack() {
    ArgumentConfig argument = new ArgumentConfig();
    argument.setIndex(NewsDesk.CALLED_BACK);
    argument.setCallback(true);
    MethodConfig method = new MethodConfig();
    method.setName("subscribe");
    method.setArguments(List.of(argument));
    return List.of(method);
  }

  private static NewsDesk desk(String url) {
    ReferenceConfig<NewsDesk> reference = new ReferenceConfig<>();
    ApplicationConfig application = new ApplicationConfig("samples-subscriber");
    application.setQosEnable(false);
    reference.setApplication(application);
    reference.setInterface(NewsDesk.class);
    reference.setUrl(url);
    reference.setClient("netty4");
    reference.setTimeout(Subscription.TIMEOUT_MILLIS);
    return reference.get();
  }
}
