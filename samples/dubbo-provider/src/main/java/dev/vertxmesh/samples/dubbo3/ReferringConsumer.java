package dev.vertxmesh.samples.dubbo3;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.cluster.ClusterInvoker;
import org.apache.dubbo.rpc.service.GenericService;

/**
 * A consumer of Dubbo 3.3 that refers to many services of a registry at both levels, as Dubbo does
 * by default, and connects to nobody until it's called. {@code refer REGISTRY PREFIX SERVICES
 * INSTANCES}; a service is called by the prefix and its number.
 */
final class ReferringConsumer {

  private static final int LOOK_MILLIS = 20;

  /** It waits for answers in between; as many as {@code refer-thread-num} would be. */
  private static final int THREADS = 16;

  private ReferringConsumer() {}

  /** Says {@code known: N} once each service has so many instances, and stays. */
  static void main(String[] args) throws Exception {
    System.setProperty("dubbo.application.logger", "slf4j");
    ApplicationConfig application = new ApplicationConfig("samples-referring");
    application.setQosEnable(false);
    application.setEnableFileCache(false); // leaves nothing in the user's home
    DubboBootstrap.getInstance()
        .application(application)
        .registry(new RegistryConfig(args[0]))
        .start();
    int services = Integer.parseInt(args[2]);
    int instances = Integer.parseInt(args[3]);
    ExecutorService several = Executors.newFixedThreadPool(THREADS);
    List<Future<ReferenceConfig<GenericService>>> references = new ArrayList<>();
    for (int i = 0; i < services; i++) {
      String service = args[1] + i;
      references.add(several.submit(() -> refer(service)));
    }
    for (Future<ReferenceConfig<GenericService>> each : references) {
      while (known(each.get()) < instances) {
        Thread.sleep(LOOK_MILLIS);
      }
    }
    System.out.println("known: " + (long) services * instances);
    Thread.currentThread().join();
  }

  @SuppressWarnings("deprecation") // there's no other way to who is known
  private static int known(ReferenceConfig<GenericService> reference) {
    ClusterInvoker<?> cluster = (ClusterInvoker<?>) reference.getInvoker();
    return cluster.getDirectory().getAllInvokers().size();
  }

  private static ReferenceConfig<GenericService> refer(String service) {
    ReferenceConfig<GenericService> reference = new ReferenceConfig<>();
    reference.setInterface(service);
    reference.setGeneric("true");
    reference.setCheck(false);
    reference.setLazy(true);
    reference.setParameters(Map.of("migration.step", "APPLICATION_FIRST"));
    reference.get();
    return reference;
  }
}
