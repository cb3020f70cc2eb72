package dev.vertxmesh.samples.dubbo3;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.compare.CompareFlags;
import dev.vertxmesh.samples.compare.Comparison;
import dev.vertxmesh.samples.compare.Missing;
import dev.vertxmesh.samples.compare.UserProbes;
import dev.vertxmesh.samples.provider.Loopback;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.serialize.SerializationException;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.remoting.RemotingException;
import org.apache.dubbo.rpc.RpcContext;
import org.apache.dubbo.rpc.RpcException;
import org.apache.dubbo.rpc.model.ApplicationModel;
import org.apache.dubbo.rpc.service.EchoService;
import org.apache.dubbo.rpc.service.GenericService;

/**
 * Calls the samples straight at their provider and through the mesh, as one Dubbo 3.3 application,
 * and prints what differs. Leaves with 1 if anything does.
 */
final class Compare {

  private static final int TIMEOUT_MILLIS = 20_000;

  private final CompareFlags flags;

  private Compare(CompareFlags flags) {
    this.flags = flags;
  }

  /** Flags as in {@link CompareFlags}. */
  static void main(String[] args) {
    System.setProperty(
        "dubbo.application.logger", "slf4j"); // else Dubbo tells on stderr that it chose it
    ApplicationConfig application = new ApplicationConfig("samples-compare");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    ApplicationModel.defaultModel().getApplicationConfigManager().setApplication(application);
    try {
      System.exit(new Compare(CompareFlags.parse(args)).run() ? 0 : 1);
    } catch (IllegalArgumentException e) {
      System.err.println("cannot compare: " + e.getMessage());
      System.exit(2);
    }
  }

  private boolean run() {
    Comparison comparison = new Comparison(Compare::remoting, System.out);
    UserService direct = reference(UserService.class, UserService.class, flags.direct()).get();
    UserService mesh = reference(UserService.class, UserService.class, flags.mesh()).get();
    UserProbes.all().forEach((name, probe) -> comparison.compare(name, probe, direct, mesh));
    comparison.compare("$echo", service -> ((EchoService) service).$echo("é"), direct, mesh);
    comparison.compare("one way", Compare::touchOneWay, direct, mesh);
    compareHello(comparison);
    compareGeneric(comparison);
    compareMissing(comparison);
    return comparison.report();
  }

  private void compareHello(Comparison comparison) {
    IHelloService direct =
        reference(IHelloService.class, IHelloService.class, flags.direct()).get();
    IHelloService mesh = reference(IHelloService.class, IHelloService.class, flags.mesh()).get();
    comparison.compare("hash", service -> service.hash("é数"), direct, mesh);
  }

  private void compareGeneric(Comparison comparison) {
    GenericService direct = generic(flags.direct());
    GenericService mesh = generic(flags.mesh());
    String[] one = {"long"};
    comparison.compare(
        "generic", service -> service.$invoke("find", one, new Object[] {1L}), direct, mesh);
    comparison.compare(
        "generic, thrown",
        service -> service.$invoke("find", one, new Object[] {9L}),
        direct,
        mesh);
    comparison.compare(
        "generic, no method",
        service -> service.$invoke("nope", one, new Object[] {9L}),
        direct,
        mesh);
  }

  private GenericService generic(String address) {
    ReferenceConfig<GenericService> reference =
        reference(GenericService.class, UserService.class, address);
    reference.setGeneric("true");
    return reference.get();
  }

  private void compareMissing(Comparison comparison) {
    Missing direct = reference(Missing.class, Missing.class, flags.direct()).get();
    Missing mesh = reference(Missing.class, Missing.class, flags.mesh()).get();
    comparison.compare("no such service", Missing::call, direct, mesh);
  }

  private static Object touchOneWay(UserService service) {
    RpcContext.getServiceContext().asyncCall(service::touch); // whose return isn't waited for
    return "sent";
  }

  /** An exception of the way's own says where the provider is, which differs. */
  private static String remoting(Throwable thrown) {
    Throwable cause = thrown.getCause();
    if (thrown instanceof ExecutionException
        && (cause instanceof RemotingException || cause instanceof SerializationException)) {
      return "ExecutionException of " + cause.getClass().getName(); // of a method with a future
    }
    return thrown instanceof RpcException rpc ? "RpcException " + rpc.getCode() : null;
  }

  private <T> ReferenceConfig<T> reference(Class<T> type, Class<?> service, String address) {
    URL given = URL.valueOf("dubbo://" + address);
    URL url =
        given
            .setHost(Loopback.spelled(given.getHost()))
            .setPath(service.getName())
            .addParameter("serialization", flags.serialization());
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setInterface(service.getName());
    reference.setUrl(url.toFullString());
    reference.setGroup(flags.group());
    reference.setVersion(flags.version());
    reference.setClient("netty4");
    reference.setTimeout(TIMEOUT_MILLIS);
    reference.setRetries(0);
    reference.setParameters(Map.of("prefer.serialization", flags.serialization()));
    return reference;
  }
}
