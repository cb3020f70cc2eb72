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

  private final NacosPlace place;
  private final RegistryThread worker;
  private final Questions questions;
  private final Map<Key, EntryListener> followed = new HashMap<>();
  private boolean connected;

  Configurations(NacosClient client, NacosPlace place, RegistryThread worker) {
    this.place = place;
    this.worker = worker;
    this.questions = new Questions(client, worker);
  }

  void add(Key key, EntryListener listener) {
    followed.put(key, listener);
    if (connected) {
      read(key, listener, true);
    }
  }

  void remove(Key key) {
    if (followed.remove(key) != null && connected) {
      listen(key, "", false);
    }
  }

  void onConnected() {
    connected = true;
    followed.forEach((key, listener) -> read(key, listener, true));
  }

  void onLoss(Throwable cause) {
    connected = false;
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
      read(key, listener, true);
    }
  }

  /**
   * @param listens whether to ask for changes too: by what has been read, so that none is missed
   */
  private void read(Key key, EntryListener listener, boolean listens) {
    questions.ask(
        "ConfigQueryRequest",
        place.configuration(key.dataId, key.group),
        done -> {
          if (followed.get(key) == listener) {
            onRead(key, listener, done, listens);
          }
        });
  }

  private void onRead(
      Key key, EntryListener listener, AsyncResult<JsonObject> done, boolean listens) {
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
    if (listens) {
      listen(key, md5 == null ? "" : md5.toString(), true);
    }
  }

  private void listen(Key key, String md5, boolean begin) {
    JsonObject context = place.configuration(key.dataId, key.group).put("md5", md5);
    questions.ask(
        "ConfigBatchListenRequest",
        new JsonObject()
            .put("listen", begin)
            .put("configListenContexts", new JsonArray().add(context)),
        done -> {
          boolean hasChanged =
              done.succeeded()
                  && done.result().getValue("changedConfigs") instanceof JsonArray changed
                  && !changed.isEmpty();
          if (begin && hasChanged) {
            changed(key);
          } else if (begin && done.failed()) {
            worker.after(Questions.AGAIN_MILLIS, () -> changed(key));
          }
        });
  }
}
