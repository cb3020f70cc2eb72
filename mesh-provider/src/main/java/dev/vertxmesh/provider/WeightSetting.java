package dev.vertxmesh.provider;

import dev.vertxmesh.admin.Adjustable;
import dev.vertxmesh.discovery.Instance;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/** {@code /weight}: {@code {"weight": 5}}. */
record WeightSetting(SelfRegistration selfRegistration) implements Adjustable {

  private static final String FIELD = "weight";

  @Override
  public String path() {
    return "/weight";
  }

  @Override
  public JsonObject value() {
    return new JsonObject().put(FIELD, selfRegistration.weight());
  }

  @Override
  public Future<Void> put(JsonObject value) {
    Object given = value.getValue(FIELD);
    boolean alone = value.fieldNames().equals(Set.of(FIELD));
    if (alone
        && given instanceof Integer weight
        && weight >= 1
        && weight <= Instance.LARGEST_WEIGHT) {
      return selfRegistration.weigh(weight);
    }
    throw new IllegalArgumentException(
        "given %s, expected {\"weight\": N} with a whole number from 1 to %d"
            .formatted(value.encode(), Instance.LARGEST_WEIGHT));
  }
}
