package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Configurations that are followed: a server is asked to tell of many at once, by which it says
 * which of them there are, and these are read; so is what it says of later. Most that somebody
 * follows aren't there, such as routing rules of each service. All on the worker.
 */
final class Configurations {

  /** Which one. */
  record Key(String dataId, String group) {}

  private static final int MOST_AT_ONCE = 200;

  private final NacosPlace place;
  private final RegistryThread worker;
  private final Questions questions;
  private final Map<Key, EntryListener> followed = new HashMap<>();

  /** Those that the server hasn't been asked for yet. */
  private final Set<Key> unheard = new LinkedHashSet<>();

  /** Those whose reading has failed, and is tried again soon. */
  private final Set<Key> unread = new HashSet<>();

  /** Those of a list that was refused, and is sent again soon. */
  private final Set<Key> refused = new HashSet<>();

  private boolean connected;

  Configurations(Questions questions, NacosPlace place, RegistryThread worker) {
    this.place = place;
    this.worker = worker;
    this.questions = questions;
  }

  void add(Key key, EntryListener listener) {
    followed.put(key, listener);
    if (connected) {
      listen(key);
    }
  }

  void remove(Key key) {
    unheard.remove(key);
    if (followed.remove(key) != null && connected) {
      ask(List.of(key), false, done -> onUnheard(key));
    }
  }

  /** It may have come back meanwhile: the server looks at both at the same time. */
  private void onUnheard(Key key) {
    if (connected && followed.containsKey(key)) {
      listen(key);
    }
  }

  void onConnected() {
    connected = true;
    followed.keySet().forEach(this::listen);
  }

  void onLoss(Throwable cause) {
    connected = false;
    unheard.clear();
    List.copyOf(followed.values()).forEach(listener -> listener.onLoss(cause));
  }

  void onPush(JsonObject body) {
    key(body).ifPresent(this::changed);
  }

  private void changed(Key key) {
    EntryListener listener = followed.get(key);
    if (listener != null && connected) {
      read(key, listener);
    }
  }

  private void read(Key key, EntryListener listener) {
    questions.askLater(
        "ConfigQueryRequest",
        place.configuration(key.dataId, key.group),
        done -> {
          if (followed.get(key) == listener) {
            onRead(key, listener, done);
          }
        });
  }

  private void onRead(Key key, EntryListener listener, AsyncResult<JsonObject> done) {
    boolean isMissing =
        done.cause() instanceof NacosFailure refused && refused.code() == NacosFailure.NOT_FOUND;
    if (done.failed() && !isMissing) {
      if (connected) {
        listener.onRefusal(done.cause());
      }
      readAgain(key);
      return;
    }
    Object content = isMissing ? null : done.result().getValue("content");
    listener.onEntries(content == null ? Map.of() : Map.of(key.dataId, content.toString()));
  }

  /** Once, however often it fails meanwhile. */
  private void readAgain(Key key) {
    if (unread.add(key)) {
      worker.after(
          Questions.AGAIN_MILLIS,
          () -> {
            unread.remove(key);
            changed(key);
          });
    }
  }

  /** Together with those that are begun at the same time. */
  private void listen(Key key) {
    if (unheard.isEmpty()) {
      worker.execute(this::listen);
    }
    unheard.add(key);
  }

  private void listen() {
    List<Key> some = new ArrayList<>();
    for (Key key : unheard) {
      some.add(key);
      if (some.size() == MOST_AT_ONCE) {
        begin(some);
        some = new ArrayList<>();
      }
    }
    unheard.clear();
    if (!some.isEmpty()) {
      begin(some);
    }
  }

  private void begin(List<Key> some) {
    Map<Key, EntryListener> begun = new LinkedHashMap<>();
    some.forEach(key -> begun.put(key, followed.get(key)));
    ask(some, true, done -> onBegun(begun, done));
  }

  /** Where a server doesn't say which of them there are, each is read, now and later. */
  private void onBegun(Map<Key, EntryListener> begun, AsyncResult<JsonObject> done) {
    if (done.failed()) {
      Set<Key> some = begun.keySet().stream().filter(refused::add).collect(Collectors.toSet());
      worker.after(Questions.AGAIN_MILLIS, () -> again(some));
    }
    if (!connected || done.failed() && !(done.cause() instanceof NacosFailure)) {
      return;
    }
    Set<Key> there =
        done.succeeded() ? keys(done.result().getValue("changedConfigs")) : begun.keySet();
    begun.forEach(
        (key, listener) -> {
          if (listener != null && followed.get(key) == listener) {
            if (there.contains(key)) {
              read(key, listener);
            } else {
              listener.onEntries(Map.of());
            }
          }
        });
  }

  private void again(Set<Key> some) {
    refused.removeAll(some);
    if (connected) {
      some.stream().filter(followed::containsKey).forEach(this::listen);
    }
  }

  private static Set<Key> keys(Object contexts) {
    Set<Key> keys = new HashSet<>();
    if (contexts instanceof JsonArray all) {
      all.forEach(
          one -> {
            if (one instanceof JsonObject context) {
              key(context).ifPresent(keys::add);
            }
          });
    }
    return keys;
  }

  private static Optional<Key> key(JsonObject body) {
    return body.getValue("dataId") instanceof String dataId
            && body.getValue("group") instanceof String group
        ? Optional.of(new Key(dataId, group))
        : Optional.empty();
  }

  /** By no digest: what is there differs from that. */
  private void ask(List<Key> some, boolean begin, Handler<AsyncResult<JsonObject>> answer) {
    JsonArray contexts = new JsonArray();
    some.forEach(key -> contexts.add(place.configuration(key.dataId, key.group).put("md5", "")));
    questions.askLater(
        "ConfigBatchListenRequest",
        new JsonObject().put("listen", begin).put("configListenContexts", contexts),
        answer);
  }
}
