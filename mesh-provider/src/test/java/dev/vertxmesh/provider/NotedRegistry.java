package dev.vertxmesh.provider;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Notes what it's asked to do; refuses on demand. */
public final class NotedRegistry implements Registry {

  /** Such as {@code announce a.Hello x1}: the services and the weight. */
  public final List<String> notes = new CopyOnWriteArrayList<>();

  public volatile boolean refuses;

  /** What is asked for waits for this to complete; null for nothing. */
  public Promise<Void> slow;

  /** What a person has made of the entry; null for nothing. */
  public volatile Instance edited;

  /** What it tells of every service's types; null for nothing. */
  ServiceTypes types;

  /** The application whose types were asked for last. */
  String typesOf;

  /** Such as {@code shop [a.Hello]}: whose types are followed, and of what. */
  final List<String> followedTypes = new ArrayList<>();

  private Future<Void> note(String what, Instance instance) {
    if (refuses) {
      return Future.failedFuture(new IllegalStateException("it's away"));
    }
    StringBuilder services = new StringBuilder();
    instance.services().forEach(service -> services.append(' ').append(service));
    notes.add(what + services + " x" + instance.weight());
    return slow == null ? Future.succeededFuture() : slow.future();
  }

  /** What is asked for from here on doesn't wait, nor does what has waited so far. */
  public void goOn() {
    Promise<Void> waiting = slow;
    slow = null;
    waiting.complete();
  }

  @Override
  public Future<Registration> announce(Instance instance) {
    return note("announce", instance).map(done -> new Announced());
  }

  private final class Announced implements Registration {
    @Override
    public Future<Void> replace(Instance instance) {
      return note("replace", instance);
    }

    @Override
    public Optional<Instance> edited() {
      return Optional.ofNullable(edited);
    }

    @Override
    public Future<Void> withdraw() {
      if (refuses) {
        return Future.failedFuture(new IllegalStateException("it's away"));
      }
      notes.add("withdraw");
      return Future.succeededFuture();
    }
  }

  @Override
  public Future<Void> watch(Consumer<List<Instance>> listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void followTypes(String application, Collection<ServiceKey> services) {
    followedTypes.add(application + " " + services);
  }

  @Override
  public ServiceTypes types(Instance provider, ServiceKey service) {
    typesOf = provider.tags().get("application");
    return types;
  }

  @Override
  public String describe() {
    return "noted";
  }

  @Override
  public long ageMillis() {
    return 0;
  }

  @Override
  public int size() {
    return 0;
  }

  @Override
  public int malformed() {
    return 0;
  }

  @Override
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
