package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SafeText;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The services that a server is to push, and what it said of each. All on the worker. */
final class Subscriptions {

  private static final Logger LOG = System.getLogger(Subscriptions.class.getName());

  private static final long MUCH_LATER_MILLIS = 60_000;

  private static final class Service {
    final String name;
    final List<EntryListener> listeners = new ArrayList<>();
    Map<String, String> entries;
    long characters;
    boolean asked;
    boolean isAwaitingRoom;

    Service(String name) {
      this.name = name;
    }
  }

  private final NacosPlace place;
  private final Questions questions;
  private final RegistryThread worker;
  private final Map<String, Service> services = new HashMap<>();
  private final long room;
  private long characters;
  private boolean connected;
  private boolean full;

  Subscriptions(Questions questions, NacosPlace place, RegistryThread worker) {
    this(questions, place, worker, EntryBounds.room());
  }

  /**
   * @param room characters of all that's kept
   */
  Subscriptions(Questions questions, NacosPlace place, RegistryThread worker, long room) {
    this.room = room;
    this.place = place;
    this.worker = worker;
    this.questions = questions;
  }

  void add(String name, EntryListener listener) {
    Service service = services.computeIfAbsent(name, Service::new);
    service.listeners.add(listener);
    if (service.entries != null) {
      listener.onEntries(service.entries);
    } else if (connected && !service.asked) {
      subscribe(service);
    }
  }

  void remove(String name, EntryListener listener) {
    Service service = services.get(name);
    if (service != null && service.listeners.remove(listener) && service.listeners.isEmpty()) {
      services.remove(name);
      characters -= service.characters;
      if (connected) {
        questions.ask("SubscribeServiceRequest", subscription(name, false), done -> {});
      }
    }
  }

  void onConnected() {
    connected = true;
    services.values().forEach(this::subscribe);
  }

  void onLoss(Throwable cause) {
    connected = false;
    for (Service service : List.copyOf(services.values())) {
      service.asked = false;
      List.copyOf(service.listeners).forEach(listener -> listener.onLoss(cause));
    }
  }

  private JsonObject subscription(String name, boolean begin) {
    return place.service(name).put("clusters", "").put("subscribe", begin);
  }

  private void subscribe(Service service) {
    subscribe(service, Promise.promise());
  }

  /** Asks for one now; who is in it is told before this completes, which never fails. */
  Future<Void> refresh(String name) {
    Service service = services.get(name);
    if (service == null || !connected) {
      return Future.succeededFuture();
    }
    Promise<Void> told = Promise.promise();
    subscribe(service, told);
    return told.future();
  }

  private void subscribe(Service service, Promise<Void> told) {
    service.asked = true;
    questions.ask(
        "SubscribeServiceRequest",
        subscription(service.name, true),
        done -> {
          if (services.get(service.name) != service) {
            told.complete();
            return;
          }
          if (done.succeeded()) {
            take(service, HostEntries.of(service.name, info(done.result())));
          } else if (connected) {
            service.asked = false;
            List.copyOf(service.listeners).forEach(one -> one.onRefusal(done.cause()));
            onRefusal(service, done.cause());
          }
          told.complete();
        });
  }

  /** What can't be understood now, can't soon; and a push of it would end the connection. */
  private void onRefusal(Service service, Throwable cause) {
    boolean isRefused = cause instanceof NacosFailure;
    if (!isRefused) {
      questions.ask("SubscribeServiceRequest", subscription(service.name, false), done -> {});
    }
    long wait = isRefused ? Questions.AGAIN_MILLIS : MUCH_LATER_MILLIS;
    worker.after(wait, () -> again(service));
  }

  /** A server may refuse one question, and be well. */
  private void again(Service service) {
    if (connected && !service.asked && services.get(service.name) == service) {
      subscribe(service);
    }
  }

  /** A server says anew who is in a service. */
  void onPush(JsonObject body) {
    JsonObject info = info(body);
    if (info != null && info.getValue("name") instanceof String name) {
      String group = place.group() + "@@";
      Service service =
          services.get(name.startsWith(group) ? name.substring(group.length()) : name);
      if (service != null && connected) {
        Map<String, String> entries = HostEntries.of(service.name, info);
        if (!entries.equals(service.entries)) { // a server pushes what was just asked for, too
          take(service, entries);
        }
      }
    }
  }

  private static JsonObject info(JsonObject body) {
    return body.getValue("serviceInfo") instanceof JsonObject info ? info : null;
  }

  private void take(Service service, Map<String, String> entries) {
    long size =
        entries.entrySet().stream()
            .mapToLong(one -> one.getKey().length() + one.getValue().length())
            .sum();
    if (characters - service.characters + size > room) {
      if (!full) {
        full = true;
        LOG.log(
            Level.WARNING,
            "what stands in service {0} isn''t taken: the others take {1} bytes, expected at most"
                + " {2}",
            SafeText.of(service.name),
            String.valueOf(characters),
            String.valueOf(room));
      }
      RegistryFailure why = new RegistryFailure("there's no room left for what stands in it", null);
      List.copyOf(service.listeners).forEach(one -> one.onRefusal(why));
      takeLater(service);
      return;
    }
    characters += size - service.characters;
    service.characters = size;
    service.entries = Map.copyOf(entries);
    List.copyOf(service.listeners).forEach(one -> one.onEntries(service.entries));
  }

  /** There may be room once others have gone, and no server pushes what hasn't changed. */
  private void takeLater(Service service) {
    if (!service.isAwaitingRoom) {
      service.isAwaitingRoom = true;
      worker.after(
          MUCH_LATER_MILLIS,
          () -> {
            service.isAwaitingRoom = false;
            if (connected && services.get(service.name) == service) {
              subscribe(service);
            }
          });
    }
  }
}
