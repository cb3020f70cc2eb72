package dev.vertxmesh.samples.dubbo27;

import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.GenericAnswers;
import dev.vertxmesh.samples.provider.Loopback;
import java.io.IOException;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.service.GenericException;
import org.apache.dubbo.rpc.service.GenericService;

/** A consumer of Dubbo 2.7 that makes generic calls as {@link GenericAnswers} are asked for. */
final class GenericConsumer {

  private static final int TIMEOUT_MILLIS = 20_000;

  private GenericConsumer() {}

  /**
   * @param args the provider's HOST:PORT, or else a registry's URL such as {@code
   *     etcd3://HOST:PORT}, and the generic mode
   */
  static void main(String[] args) throws IOException {
    ApplicationConfig application = new ApplicationConfig("samples-generic");
    application.setQosEnable(false);
    ApplicationModel.getConfigManager().setApplication(application);
    ReferenceConfig<GenericService> reference = new ReferenceConfig<>();
    reference.setInterface(UserService.class.getName());
    if (args[0].contains("://")) {
      reference.setRegistry(new RegistryConfig(args[0]));
    } else {
      reference.setUrl(url(args[0]).toFullString());
    }
    reference.setGeneric(args[1]);
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    reference.setRetries(0);
    GenericService service = reference.get();
    new GenericAnswers(service::$invoke, GenericConsumer::classAndMessage)
        .answer(System.in, System.out);
    System.exit(0); // Dubbo's threads would keep the process
  }

  private static URL url(String address) {
    URL given = URL.valueOf("dubbo://" + address);
    return given
        .setHost(Loopback.spelled(given.getHost()))
        .setPath(UserService.class.getName())
        .addParameter("serialization", "hessian2");
  }

  @SuppressWarnings("deprecation") // what 2.7's own generic filter throws
  private static String[] classAndMessage(RuntimeException thrown) {
    if (thrown instanceof GenericException generic) {
      return new String[] {generic.getExceptionClass(), generic.getExceptionMessage()};
    } else if (thrown instanceof com.alibaba.dubbo.rpc.service.GenericException old) {
      return new String[] {old.getExceptionClass(), old.getExceptionMessage()};
    }
    return null;
  }
}
