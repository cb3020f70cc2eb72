package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What an agent has of a Nacos: one client, and what is followed over whichever connection that has
 * now. Its watches last longer than a connection: after one is lost, everything is subscribed to
 * over the next. Its state is the worker's.
 */
final class NacosSession {

  private final NacosClient client;
  private final NacosPlace place;
  private final RegistryThread worker;
  private final Questions questions;
  private final Subscriptions subscriptions;
  private final Configurations configurations;
  private final ServiceNames names;
  private final Connecting connecting;
  private final AtomicInteger users;
  private volatile Runnable doubted = () -> {};

  /**
   * @param worker closed with this
   * @param users after so many have left, this closes
   */
  NacosSession(NacosClient client, NacosPlace place, RegistryThread worker, int users) {
    this.client = client;
    this.place = place;
    this.worker = worker;
    this.users = new AtomicInteger(users);
    this.questions = new Questions(client, worker);
    this.subscriptions = new Subscriptions(questions, place, worker);
    this.configurations = new Configurations(questions, place, worker);
    this.names = new ServiceNames(client, place, worker);
    this.connecting = new Connecting(client, worker, this::onConnected, this::onLoss);
    client.listen(this::onPush, connecting::onLoss);
  }

  private void onConnected() {
    names.onConnected();
    subscriptions.onConnected();
    configurations.onConnected();
  }

  /**
   * @param run after each loss of a connection, before the next one tells anything
   */
  void onDoubt(Runnable run) {
    doubted = run;
  }

  private void onLoss(Throwable cause) {
    doubted.run();
    questions.clear();
    names.onLoss(cause);
    subscriptions.onLoss(cause);
    configurations.onLoss(cause);
  }

  private void onPush(String type, JsonObject body) {
    if (type.equals("NotifySubscriberRequest")) {
      subscriptions.onPush(body);
    } else if (type.equals("ConfigChangeNotifyRequest")) {
      configurations.onPush(body);
    }
  }

  /** Does something on the worker, and is connected from then on. */
  void begin(Runnable work) {
    worker.execute(
        () -> {
          work.run();
          connecting.begin();
        });
  }

  NacosClient client() {
    return client;
  }

  NacosPlace place() {
    return place;
  }

  RegistryThread worker() {
    return worker;
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  Configurations configurations() {
    return configurations;
  }

  ServiceNames names() {
    return names;
  }

  /** A sign of life. */
  Future<Void> probe() {
    return client.ask("HealthCheckRequest", new JsonObject()).mapEmpty();
  }

  /** One of its users needs it no longer. */
  Future<Void> leave() {
    if (users.decrementAndGet() > 0) {
      return Future.succeededFuture();
    }
    connecting.close();
    return client.close().onComplete(done -> worker.close());
  }
}
