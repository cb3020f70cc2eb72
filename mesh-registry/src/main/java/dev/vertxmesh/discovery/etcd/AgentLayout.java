package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** The agents' own: an entry an instance, under its id, as {@link InstanceJson} writes it. */
public final class AgentLayout implements Layout {

  /** Stays as it was: agents of both versions share a registry while they are replaced. */
  private static final String LEAVES = "goodbye";

  /** What stands under the name of one who leaves, for the moment before it's deleted. */
  static final String TOMBSTONE = new JsonObject().put(LEAVES, true).encode();

  @Override
  public boolean concerns(String name) {
    return true;
  }

  @Override
  public Optional<Instance> read(String name, String value) {
    try {
      JsonObject json = new JsonObject(value);
      boolean hasLeft = Boolean.TRUE.equals(json.getValue(LEAVES));
      return hasLeft ? Optional.empty() : Optional.of(named(name, json));
    } catch (DecodeException | ClassCastException e) {
      throw new IllegalArgumentException("not a JSON object", e);
    }
  }

  private static Instance named(String name, JsonObject json) {
    Instance instance = InstanceJson.read(json);
    if (!instance.id().equals(name)) {
      throw new IllegalArgumentException(
          "id is '" + instance.id() + "', expected the key's own name");
    }
    return instance;
  }

  @Override
  public List<Instance> join(List<Instance> entries) {
    return entries;
  }

  @Override
  public String name(Instance instance) {
    return instance.id();
  }

  @Override
  public String value(Instance instance, long grant) {
    return InstanceJson.write(instance).encode();
  }

  @Override
  public Optional<Instance> reread(Instance written, String value) {
    try {
      return Optional.of(InstanceJson.read(new JsonObject(value)));
    } catch (DecodeException | ClassCastException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> tombstone() {
    return Optional.of(TOMBSTONE);
  }
}
