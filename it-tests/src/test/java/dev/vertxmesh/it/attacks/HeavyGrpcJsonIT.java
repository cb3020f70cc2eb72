package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.GrpcServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON to a gRPC server: numbers of gigabytes in a few bytes, and objects by the million. */
@Tag("attacks")
@TestInstance(Lifecycle.PER_CLASS)
class HeavyGrpcJsonIT {

  private static final int MANY = 1_000_000;

  private final GrpcServer store = GrpcServer.store();
  private GrpcMesh mesh;
  private StoredValue stored;
  private GoodCaller good;
  private Victim consumer;
  private Victim provider;

  @BeforeAll
  void start(@TempDir Path folder) {
    store.start();
    mesh = new GrpcMesh(folder, store).jvm(Victim.MEMORY).underLoad().start();
    // what the schema takes is there before; a busy server may be too slow with it at first
    await().until(() -> List.of(200, 404, 500).contains(update("1").status()));
    stored = new StoredValue(mesh.consumer().http());
    consumer = new Victim("consumer", mesh.consumer());
    provider = new Victim("provider", mesh.provider());
  }

  @AfterAll
  void close() {
    consumer.say();
    provider.say();
    mesh.close();
    store.close();
  }

  @BeforeEach
  void aGoodCallerIsThere() {
    good = GoodCaller.calling(stored::assertIsThere);
  }

  @AfterEach
  void nobodyIsHarmed() {
    good.callOn();
    good.leave();
    consumer.assertUnharmed();
    provider.assertUnharmed();
  }

  private Answer update(String version) {
    String body = "{\"key\":\"a2V5\",\"value\":\"dg==\",\"expectedVersion\":%s}".formatted(version);
    return mesh.consumer().http().json(STORE, "Update", body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e536870000",
        "\"\\u0661e536870000\"",
        "\"\\uff11e536870000\"",
        "\"1e\\u0665\\u0663\\u0666\\u0668\\u0667\\u0660\\u0660\\u0660\\u0660\"",
        "{\"\\u0661e536870000\":1}"
      })
  void aNumberOfGigabytesIsRefused(String version) {
    Answer answer = update(version);
    assertThat(answer.status()).as("%s", answer.detail()).isEqualTo(400);
    assertThat(answer.detail()).contains("too large an exponent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "\"\"", "1", "{\"a\":1}"})
  void objectsByTheMillionAreRefused(String one) {
    Answer answer = update("[" + (one + ",").repeat(MANY) + one + "]");
    assertThat(answer.status()).as("%s", answer.detail()).isIn(413, 503);
  }
}
