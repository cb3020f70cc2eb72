package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.compare.Subscription;
import java.util.List;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ArgumentConfig;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;

/** A consumer of Dubbo 3.3 that wants to be called back. */
final class Subscriber {

  private Subscriber() {}

  /** Flags as in {@link Subscription#main}. */
  static void main(String[] args) {
    ApplicationConfig application = new ApplicationConfig("samples-subscriber");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    ApplicationModel.defaultModel().getApplicationConfigManager().setApplication(application);
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
    reference.setInterface(NewsDesk.class);
    reference.setUrl(url);
    reference.setClient("netty4");
    reference.setTimeout(Subscription.TIMEOUT_MILLIS);
    return reference.get();
  }
}
