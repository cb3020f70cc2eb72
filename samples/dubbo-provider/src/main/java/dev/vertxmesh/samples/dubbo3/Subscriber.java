package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.compare.CompareFlags;
import dev.vertxmesh.samples.compare.Subscription;
import dev.vertxmesh.samples.provider.Loopback;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ArgumentConfig;
import org.apache.dubbo.config.MethodConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;

/**
 * A consumer of Dubbo 3.3 that wants to be called back: straight by the provider, and then through
 * the mesh.
 */
final class Subscriber {

  private static final int TIMEOUT_MILLIS = 20_000;

  private Subscriber() {}

  /** Flags as in {@link CompareFlags}. */
  static void main(String[] args) {
    CompareFlags flags = CompareFlags.parse(args);
    ApplicationConfig application = new ApplicationConfig("samples-subscriber");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    ApplicationModel.defaultModel().getApplicationConfigManager().setApplication(application);
    Subscription.print("direct", desk(flags.direct()));
    Subscription.print("mesh", desk(flags.mesh()));
    System.exit(0); // Dubbo's threads would keep the process
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

  private static NewsDesk desk(String address) {
    URL given = URL.valueOf("dubbo://" + address);
    URL url =
        given
            .setHost(Loopback.spelled(given.getHost()))
            .setPath(NewsDesk.class.getName())
            .addParameter("serialization", "hessian2")
            .addParameter("subscribe." + NewsDesk.CALLED_BACK + ".callback", "true");
    ReferenceConfig<NewsDesk> reference = new ReferenceConfig<>();
    reference.setInterface(NewsDesk.class);
    reference.setUrl(url.toFullString());
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    return reference.get();
  }
}
