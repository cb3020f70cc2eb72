package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.common.URL;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import com.alibaba.dubbo.rpc.service.GenericException;
import com.alibaba.dubbo.rpc.service.GenericService;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.GenericAnswers;
import dev.vertxmesh.samples.provider.Loopback;
import java.io.IOException;

/** A consumer of Dubbo 2.6 that makes generic calls as {@link GenericAnswers} are asked for. */
final class GenericConsumer {

  private static final int TIMEOUT_MILLIS = 20_000;

  private GenericConsumer() {}

  /**
   * @param args the provider's HOST:PORT and the generic mode
   */
  static void main(String[] args) throws IOException {
    ReferenceConfig<GenericService> reference = new ReferenceConfig<>();
    ApplicationConfig application = new ApplicationConfig("samples-generic");
    application.setQosEnable(false);
    reference.setApplication(application);
    reference.setInterface(UserService.class.getName());
    reference.setUrl(url(args[0]).toFullString());
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

  private static String[] classAndMessage(RuntimeException thrown) {
    return thrown instanceof GenericException generic
        ? new String[] {generic.getExceptionClass(), generic.getExceptionMessage()}
        : null;
  }
}
