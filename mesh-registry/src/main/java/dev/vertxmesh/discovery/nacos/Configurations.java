package dev.vertxmesh.discovery.nacos;

import dev.vertxmesh.discovery.etcd.RegistryThread;
import dev.vertxmesh.discovery.nacos.wire.NacosClient;
import dev.vertxmesh.discovery.nacos.wire.NacosFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Configurations that are followed: read once, and whenever a server says that they have changed.
 * All on the worker.
 */
final class Configurations {

  /** Which one. */
  record Key(String dataId, String group) {}

  private static final int GATHER_MILLIS = 20;
  private static final int MOST_AT_ONCE = 200;

  private final NacosPlace place;
  private final RegistryThread worker;
  private final Questions questions;
  private final Map<Key, EntryListener> followed = new HashMap<>();

  /** Of what was read a moment ago, with its digest. */
  private final Map<Key, String> unheard = new HashMap<>();

  private boolean connected;

  Configurations(NacosClient client, NacosPlace place, RegistryThread worker) {
    this.place = place;
    this.worker = worker;
    this.questions = new Questions(client, worker);
  }

  void add(Key key, EntryListener listener) {
    followed.put(key, listener);
    if (connected) {
      read(key, listener);
    }
  }

  void remove(Key key) {
    unheard.remove(key);
    if (followed.remove(key) != null && connected) {
      ask(Map.of(key, ""), false);
    }
  }

  void onConnected() {
    connected = true;
    followed.forEach((key, listener) -> read(key, listener));
  }

  void onLoss(Throwable cause) {
    connected = false;
    unheard.clear();
    questions.clear();
    List.copyOf(followed.values()).forEach(listener -> listener.onLoss(cause));
  }

  void onPush(JsonObject body) {
    if (body.getValue("dataId") instanceof String dataId
        && body.getValue("group") instanceof String group) {
      changed(new Key(dataId, group));
    }
  }

  private void changed(Key key) {
    EntryListener listener = followed.get(key);
    if (listener != null && connected) {
      read(key, listener);
    }
  }

  /** Asks for changes, too: by what has been read, so that none is missed. */
  private void read(Key key, EntryListener listener) {
    questions.ask(
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
      worker.after(Questions.AGAIN_MILLIS, () -> changed(key));
      return;
    }
    Object content = isMissing ? null : done.result().getValue("content");
    Object md5 = isMissing ? null : done.result().getValue("md5");
    listener.onEntries(content == null ? Map.of() : Map.of(key.dataId, content.toString()));
    listen(key, md5 == null ? "" : md5.toString());
  }

  private void listen(Key key, String md5) {
    if (unheard.isEmpty()) {
      worker.after(GATHER_MILLIS, this::listen);
    }
    unheard.put(key, md5);
  }

  /** Asks for changes of many at once. */
  private void listen() {
    Map<Key, String> some = new HashMap<>();
    for (Map.Entry<Key, String> one : unheard.entrySet()) {
      some.put(one.getKey(), one.getValue());
      if (some.size() == MOST_AT_ONCE) {
        ask(some, true);
        some = new HashMap<>();
      }
    }
    unheard.clear();
    if (!some.isEmpty()) {
      ask(some, true);
    }
  }

  /**
   * @param some with the digests of what has been read
   */
  private void ask(Map<Key, String> some, boolean begin) {
    JsonArray contexts = new JsonArray();
    some.forEach(
        (key, md5) -> contexts.add(place.configuration(key.dataId, key.group).put("md5", md5)));
    questions.ask(
        "ConfigBatchListenRequest",
        new JsonObject().put("listen", begin).put("configListenContexts", contexts),
        done -> {
          if (begin && done.failed()) {
            worker.after(Questions.AGAIN_MILLIS, () -> some.keySet().forEach(this::changed));
          } else if (begin && done.result().getValue("changedConfigs") instanceof JsonArray all) {
            all.forEach(this::onChanged);
          }
        });
  }

  private void onChanged(Object context) {
    if (context instanceof JsonObject one) {
      onPush(one);
    }
  }
}
