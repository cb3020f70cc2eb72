package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Those who call a service of an interface, and wait until it's known who serves it. */
final class WaitingCallers {

  private record Waiting(ServiceKey service, Promise<Void> known) {}

  private final List<Waiting> all = new ArrayList<>();

  void add(ServiceKey service, Promise<Void> known) {
    all.add(new Waiting(service, known));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** Those are told who call one of these services, and don't wait any more. */
  void tell(Predicate<ServiceKey> services) {
    List<Waiting> told = new ArrayList<>();
    all.removeIf(one -> services.test(one.service) && told.add(one));
    told.forEach(one -> one.known.tryComplete());
  }
}
