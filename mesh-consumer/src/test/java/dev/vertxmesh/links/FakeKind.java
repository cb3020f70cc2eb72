package dev.vertxmesh.links;

import dev.vertxmesh.backend.Backend;
import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendObserver;
import dev.vertxmesh.backend.BackendOwner;
import dev.vertxmesh.backend.BackendSettings;
import dev.vertxmesh.backend.Bridge;
import dev.vertxmesh.backend.ServedServices;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** A protocol that nobody speaks, with one provider: it connects and tells when a test says so. */
final class FakeKind implements BackendKind, Backend, ServedServices, Bridge {

  BackendOwner owner;
  BackendObserver observer;
  List<ServiceKey> services = List.of();
  int threads;
  int limit = 40;
  int calls;
  int asked;
  boolean connected;
  boolean watched;
  boolean closed;

  void connect() {
    connected = true;
    observer.onConnected(false);
  }

  void tell(List<ServiceKey> told) {
    services = told;
    owner.onServed();
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public BackendFactory with(BackendSettings settings) {
    return (first, context) -> {
      owner = first;
      return this;
    };
  }

  @Override
  public ServedServices served() {
    return this;
  }

  @Override
  public String question() {
    return "nothing";
  }

  @Override
  public int defaultLimit() {
    return limit;
  }

  @Override
  public Bridge open(Context context, BackendObserver first) {
    observer = first;
    return this;
  }

  @Override
  public Future<Void> start() {
    asked++;
    return Future.succeededFuture();
  }

  @Override
  public void onConnected() {
    asked++;
  }

  @Override
  public List<ServiceKey> list() {
    return services;
  }

  @Override
  public List<String> methods(ServiceKey service) {
    return List.of();
  }

  @Override
  public String how() {
    return "by a test";
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public Future<Reply> call(Call call) {
    calls++;
    call.payload().release();
    return Future.failedFuture(new CallFailure(Status.PROVIDER_ERROR, "fake", "as it does"));
  }

  @Override
  public boolean isConnected() {
    return connected;
  }

  @Override
  public String state() {
    return "fake";
  }

  @Override
  public void watch(Supplier<List<ServiceKey>> watchedServices, Runnable onAnswering) {
    watched = true;
  }

  @Override
  public String problem() {
    return null;
  }

  @Override
  public Set<ServiceKey> answering() {
    return Set.of();
  }

  @Override
  public String serialization() {
    return "";
  }

  @Override
  public void onServices() {}

  @Override
  public Future<Void> close() {
    closed = true;
    return Future.succeededFuture();
  }
}
