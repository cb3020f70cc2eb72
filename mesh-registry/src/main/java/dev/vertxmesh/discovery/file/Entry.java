package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;

/** What one file of the folder says. */
record Entry(Instance instance, OwnerProcess owner) {

  String write() {
    return InstanceJson.write(instance).put("owner", owner.toJson()).encodePrettily();
  }

  /**
   * @throws IllegalArgumentException with the reason why it can't be understood
   */
  static Entry read(String id, String text) {
    JsonObject json;
    try {
      json = new JsonObject(text);
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("not a JSON object", e);
    }
    Entry entry = new Entry(InstanceJson.read(json), OwnerProcess.of(json.getValue("owner")));
    if (!entry.instance.id().equals(id)) {
      throw new IllegalArgumentException(
          "id is '" + entry.instance.id() + "', expected the file's own name");
    }
    return entry;
  }
}
