package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.nacos.wire.NacosMessages.Payload;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of a server that has the configuration of one service, and may not say so. */
class ConfigurationsTest extends NacosFixture {

  private static final String GROUP = "mapping";
  private static final String THERE = "a.Orders";
  private static final String MISSING = "a.Others";
  private static final JsonObject FORBIDDEN = refusal(403, "forbidden");

  private final List<JsonArray> begun = new CopyOnWriteArrayList<>();
  private final List<String> read = new CopyOnWriteArrayList<>();
  private final Map<String, Map<String, String>> told = new ConcurrentHashMap<>();

  @BeforeEach
  void answer() {
    fake.answers.put("ConfigBatchListenRequest", this::onBegun);
    fake.answers.put("ConfigQueryRequest", this::onRead);
  }

  private JsonObject onBegun(Payload payload) {
    begun.add(body(payload).getJsonArray("configListenContexts"));
    JsonObject changed = new JsonObject().put("tenant", "").put("group", GROUP);
    return done().put("changedConfigs", new JsonArray().add(changed.put("dataId", THERE)));
  }

  private JsonObject onRead(Payload payload) {
    String name = body(payload).getString("dataId");
    read.add(name);
    return name.equals(THERE) ? done().put("content", "shop") : refusal(300, "none");
  }

  private void follow(String... names) {
    session.begin(
        () -> {
          for (String name : names) {
            session
                .configurations()
                .add(
                    new Configurations.Key(name, GROUP),
                    new EntryListener() {
                      @Override
                      public void onEntries(Map<String, String> entries) {
                        told.put(name, entries);
                      }

                      @Override
                      public void onLoss(Throwable cause) {}

                      @Override
                      public void onRefusal(Throwable cause) {}
                    });
          }
        });
  }

  @Test
  void onlyThoseAreReadThatAreThere() {
    follow(THERE, MISSING);
    await().until(() -> told.size() == 2);
    assertThat(told).containsEntry(THERE, Map.of(THERE, "shop")).containsEntry(MISSING, Map.of());
    assertThat(read).containsExactly(THERE);
  }

  @Test
  void thousandsAreAskedForInAFewQuestions() {
    String[] names = new String[1_000];
    for (int i = 0; i < names.length; i++) {
      names[i] = "b.Service" + i;
    }
    follow(names);
    await().until(() -> told.size() == names.length);
    assertThat(begun).hasSize(5);
    assertThat(read).isEmpty();
  }

  @Test
  void whereAServerDoesNotSayWhichThereAreEachIsRead() {
    fake.answers.put("ConfigBatchListenRequest", payload -> FORBIDDEN);
    follow(THERE, MISSING);
    await().until(() -> told.size() == 2);
    assertThat(told).containsEntry(THERE, Map.of(THERE, "shop"));
    assertThat(read).contains(THERE, MISSING);
  }

  @Test
  void whereNothingMayBeReadQuestionsDoNotGrow() {
    fake.answers.put("ConfigBatchListenRequest", this::isForbidden);
    fake.answers.put(
        "ConfigQueryRequest",
        payload -> {
          read.add(body(payload).getString("dataId"));
          return FORBIDDEN;
        });
    follow(THERE);
    await().until(() -> begun.size() >= 4);
    assertThat(read).as("two each time").hasSizeLessThanOrEqualTo(2 * begun.size() + 2);
  }

  private JsonObject isForbidden(Payload payload) {
    begun.add(body(payload).getJsonArray("configListenContexts"));
    return FORBIDDEN;
  }

  @Test
  void whatComesLaterIsReadToo() {
    follow(MISSING);
    await().until(() -> told.containsKey(MISSING));
    told.clear();
    worker.execute(
        () ->
            session
                .configurations()
                .onPush(new JsonObject().put("dataId", MISSING).put("group", GROUP)));
    await().until(() -> told.containsKey(MISSING));
    assertThat(read).containsExactly(MISSING);
  }
}
