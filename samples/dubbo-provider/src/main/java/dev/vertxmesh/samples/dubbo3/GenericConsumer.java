package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.GenericAnswers;
import dev.vertxmesh.samples.provider.Loopback;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.service.GenericException;
import org.apache.dubbo.rpc.service.GenericService;

/**
 * A consumer of Dubbo 3.3 that makes generic calls as {@link GenericAnswers} are asked for: of
 * {@code UserService}, or of what the JVM's property {@code service} names. {@code migration.step}
 * is such a property, too.
 */
final class GenericConsumer {

  private static final int TIMEOUT_MILLIS = 20_000;

  /** Which of Dubbo's levels is looked at. */
  private static final String STEP = "migration.step";

  private GenericConsumer() {}

  /**
   * @param args the provider's HOST:PORT, or else a registry's URL such as {@code
   *     zookeeper://HOST:PORT}, the generic mode, and attachments of each call as NAME=VALUE
   */
  static void main(String[] args) throws IOException {
    ApplicationConfig application = new ApplicationConfig("samples-generic");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    ApplicationModel.defaultModel().getApplicationConfigManager().setApplication(application);
    ReferenceConfig<GenericService> reference = new ReferenceConfig<>();
    reference.setInterface(System.getProperty("service", UserService.class.getName()));
    if (args[0].contains("://")) {
      // where services are mapped to applications is looked up in the application's own registry
      ApplicationModel.defaultModel()
          .getApplicationConfigManager()
          .addRegistry(new RegistryConfig(args[0]));
      reference.setParameters(Map.of(STEP, System.getProperty(STEP, "APPLICATION_FIRST")));
    } else {
      reference.setUrl(url(args[0]).toFullString());
    }
    reference.setGeneric(args[1]);
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    reference.setRetries(0);
    GenericService service = reference.get();
    List<String> attachments = List.of(args).subList(2, args.length);
    new GenericAnswers(
            (method, types, arguments) -> {
              attachments.forEach(GenericConsumer::attach);
              return service.$invoke(method, types, arguments);
            },
            GenericConsumer::classAndMessage)
        .answer(System.in, System.out);
    System.exit(0); // Dubbo's threads would keep the process
  }

  private static void attach(String nameAndValue) {
    String[] parts = nameAndValue.split("=", 2);
    RpcContext.getClientAttachment().setAttachment(parts[0], parts[1]);
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
