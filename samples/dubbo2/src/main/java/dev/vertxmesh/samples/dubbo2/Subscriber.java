package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.common.URL;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ArgumentConfig;
import com.alibaba.dubbo.config.MethodConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.compare.CompareFlags;
import dev.vertxmesh.samples.compare.Subscription;
import dev.vertxmesh.samples.provider.Loopback;
import java.util.List;

/**
 * A consumer of Dubbo 2.6 that wants to be called back: straight by the provider, and then through
 * the mesh.
 */
final class Subscriber {

  /** On a machine that is busy a consumer's first answer takes more than Dubbo's second. */
  static final int TIMEOUT_MILLIS = 20_000;

  private Subscriber() {}

  /** Flags as in {@link CompareFlags}. */
  static void main(String[] args) {
    CompareFlags flags = CompareFlags.parse(args);
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
    ApplicationConfig application = new ApplicationConfig("samples-subscriber");
    application.setQosEnable(false);
    reference.setApplication(application);
    reference.setInterface(NewsDesk.class);
    reference.setUrl(url.toFullString());
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    return reference.get();
  }
}
