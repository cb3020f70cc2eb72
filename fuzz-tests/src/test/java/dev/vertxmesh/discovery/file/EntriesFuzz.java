package dev.vertxmesh.discovery.file;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.dubbo.DubboLayout;
import dev.vertxmesh.discovery.etcd.AgentLayout;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Entries of registries, which anybody may have written: a file, a key of the agents' own layout
 * and one of Dubbo's. Understood or refused with an IllegalArgumentException; and an instance that
 * is written and read again is the same.
 */
class EntriesFuzz {

  /** JSON as a tree of maps. */
  private static final Price PRICE = new Price(512);

  private static final String ID = "a";
  private static final String FOLDER = "com.x.IHello/providers/";

  @FuzzTest
  void entries(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    PRICE.hold(input.length, () -> readAll(text));
  }

  private static void readAll(String text) {
    attempt(() -> readAgain(Entry.read(ID, text).instance()));
    attempt(() -> new AgentLayout().read(ID, text).ifPresent(EntriesFuzz::readAgain));
    attempt(
        () -> {
          DubboLayout dubbo = new DubboLayout();
          if (dubbo.concerns(FOLDER + text)) {
            Optional<Instance> one = dubbo.read(FOLDER + text, "");
            one.ifPresent(EntriesFuzz::readAgain);
            one.ifPresent(instance -> dubbo.join(List.of(instance, instance)));
          }
        });
  }

  private static void attempt(Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new AssertionError("it's refused without a reason", e);
      }
    }
  }

  private static void readAgain(Instance instance) {
    JsonObject json = new JsonObject(InstanceJson.write(instance).encode());
    Same.expect(instance, InstanceJson.read(json));
  }
}
