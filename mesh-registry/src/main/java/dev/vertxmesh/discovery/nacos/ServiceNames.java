package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which services there are: looked at when an interface begins to be followed, and every few
 * seconds, since no release before 3.0 tells. All on the worker.
 */
final class ServiceNames {

  /** Names in one answer. */
  private static final int PAGE = 1_000;

  /** Names that are looked at. */
  private static final int MOST = 200_000;

  private static final long EVERY_MILLIS = 3_000;

  private final NacosClient client;
  private final NacosPlace place;
  private final RegistryThread worker;
  private final Set<InterfaceWatch> watches = new LinkedHashSet<>();
  private Promise<Set<String>> next;
  private boolean asking;
  private boolean connected;
  private int turn;
  private volatile boolean none;

  ServiceNames(NacosClient client, NacosPlace place, RegistryThread worker) {
    this.client = client;
    this.place = place;
    this.worker = worker;
  }

  void add(InterfaceWatch watch) {
    watches.add(watch);
    if (connected) {
      list();
    }
  }

  void remove(InterfaceWatch watch) {
    watches.remove(watch);
    watch.end();
  }

  void onConnected() {
    connected = true;
    list();
    lookLater(++turn);
  }

  void onLoss(Throwable cause) {
    connected = false;
    turn++;
    List.copyOf(watches).forEach(watch -> watch.onLoss(cause));
  }

  private void lookLater(int mine) {
    worker.after(
        EVERY_MILLIS,
        () -> {
          if (mine == turn) {
            if (!watches.isEmpty() && !asking) {
              list();
            }
            lookLater(mine);
          }
        });
  }

  /** All of them, as they are after this was asked; who asks meanwhile is told the next. */
  Future<Set<String>> list() {
    if (next == null) {
      next = Promise.promise();
    }
    Future<Set<String>> told = next.future();
    if (!asking) {
      ask();
    }
    return told;
  }

  private void ask() {
    Promise<Set<String>> mine = next;
    next = null;
    asking = true;
    page(1, new HashSet<>())
        .onComplete(
            done ->
                worker.execute(
                    () -> {
                      asking = false;
                      if (done.succeeded()) {
                        tell(done.result());
                        mine.complete(done.result());
                      } else {
                        if (connected) {
                          List.copyOf(watches).forEach(watch -> watch.onRefusal(done.cause()));
                        }
                        mine.fail(done.cause());
                      }
                      if (next != null) {
                        ask();
                      }
                    }));
  }

  /** Whether there was no service at all when they were looked at last; on any thread. */
  boolean areNone() {
    return none;
  }

  /** There may be thousands of both. */
  private void tell(Set<String> services) {
    none = services.isEmpty();
    Map<String, List<String>> byInterface = new HashMap<>();
    for (String service : services) {
      NacosNames.writtenInterfaceOf(service)
          .ifPresent(
              name -> byInterface.computeIfAbsent(name, one -> new ArrayList<>(1)).add(service));
    }
    List.copyOf(watches).forEach(watch -> watch.onNames(byInterface));
  }

  private Future<Set<String>> page(int number, Set<String> names) {
    JsonObject question = place.service("").put("pageNo", number).put("pageSize", PAGE);
    return client
        .ask("ServiceListRequest", question)
        .compose(
            answer -> {
              int before = names.size();
              if (answer.getValue("serviceNames") instanceof JsonArray some) {
                some.forEach(one -> names.add(withoutGroup(String.valueOf(one))));
              }
              int count = answer.getValue("count") instanceof Number said ? said.intValue() : 0;
              if (names.size() > MOST) {
                return Future.failedFuture(
                    new RegistryFailure(
                        names.size() + " services, expected at most " + MOST, null));
              }
              return names.size() == before || (long) number * PAGE >= count
                  ? Future.succeededFuture(names)
                  : page(number + 1, names);
            });
  }

  private String withoutGroup(String name) {
    String group = place.group() + "@@";
    return name.startsWith(group) ? name.substring(group.length()) : name;
  }
}
