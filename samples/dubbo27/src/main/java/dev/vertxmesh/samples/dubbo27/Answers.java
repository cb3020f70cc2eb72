package dev.vertxmesh.samples.dubbo27;

import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.CompareFlags;
import dev.vertxmesh.samples.compare.LossyCalls;
import dev.vertxmesh.samples.provider.Loopback;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;

/** Prints what one Dubbo 2.7 application gets from a provider: the {@link LossyCalls}. */
final class Answers {

  private static final int TIMEOUT_MILLIS = 60_000;

  private Answers() {}

  /** Flags as in {@link CompareFlags#direct}. */
  static void main(String[] args) {
    System.setProperty(
        "dubbo.application.logger", "slf4j"); // else Dubbo tells on stderr that it chose it
    try {
      ApplicationConfig application = new ApplicationConfig("samples-answers");
      application.setQosEnable(false);
      ApplicationModel.getConfigManager().setApplication(application);
      LossyCalls.print(reference(CompareFlags.direct(args)).get(), System.out);
      System.exit(0);
    } catch (IllegalArgumentException e) {
      System.err.println("cannot ask: " + e.getMessage());
      System.exit(2);
    }
  }

  private static ReferenceConfig<UserService> reference(CompareFlags flags) {
    URL given = URL.valueOf("dubbo://" + flags.direct());
    URL url =
        given
            .setHost(Loopback.spelled(given.getHost()))
            .setPath(UserService.class.getName())
            .addParameter("serialization", flags.serialization());
    ReferenceConfig<UserService> reference = new ReferenceConfig<>();
    reference.setInterface(UserService.class);
    reference.setUrl(url.toFullString());
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    reference.setRetries(0);
    reference.setParameters(Map.of("dump.directory", System.getProperty("java.io.tmpdir")));
    return reference;
  }
}
