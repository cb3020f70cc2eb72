package dev.vertxmesh.it.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.InstanceJson;
import dev.vertxmesh.it.harness.Agent;
import dev.vertxmesh.it.harness.Etcd;
import dev.vertxmesh.it.harness.EtcdRelease;
import dev.vertxmesh.it.harness.Mesh;
import dev.vertxmesh.it.harness.Provider;
import dev.vertxmesh.it.harness.Traffic;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The agents as they are shipped, with two providers, who find each other through etcd. */
@ParameterizedClass(name = "{1} on {0}")
@CsvSource({"V3_6,etcd", "V3_5,etcd2"})
class EtcdAgentsIT {

  private static final int TTL_SECONDS = 2;

  /** A consumer agent gives up on a provider agent that has been silent for 15 s. */
  private static final Duration BELIEVED = Duration.ofSeconds(12);

  private static final String PREFIX = "/shop";

  /** So that a call which is with a stopped agent can wait until it goes on. */
  private static final String[] PATIENT = {"x-mesh-timeout", "180000"};

  private static Etcd etcd;
  private static Mesh mesh;

  @Parameter(0)
  EtcdRelease release;

  @Parameter(1)
  String scheme;

  @BeforeParameterizedClassInvocation
  static void start(EtcdRelease release, String scheme, @TempDir Path folder) {
    etcd = new Etcd(release, folder.resolve("etcd"), 1).start();
    String url =
        "%s://%s%s?ttl=%d&wait=100&cache=%s"
            .formatted(scheme, etcd.hosts(), PREFIX, TTL_SECONDS, folder.resolve("cache"));
    Provider provider = Provider.dubbo("3.3.6");
    mesh = Mesh.in(folder).with(provider).with(provider).registry(url).start();
  }

  @AfterParameterizedClassInvocation
  static void close() {
    if (mesh != null) {
      mesh.close();
    }
    if (etcd != null) {
      etcd.close();
    }
  }

  private static JsonObject registry(Agent agent) {
    return agent.topology().getJsonObject("registry");
  }

  private static boolean knowsBoth() {
    JsonObject registry = registry(mesh.consumer());
    return registry.getInteger("instances") == 2 && !registry.getBoolean("stale");
  }

  @Test
  void noCallFailsBecauseEtcdIsAway() {
    try (Traffic traffic = Traffic.through(mesh)) {
      traffic.awaitMore(100);
      etcd.member(0).kill();
      await().until(() -> registry(mesh.consumer()).getBoolean("stale"));
      assertThat(mesh.consumer().metrics().sum("mesh_registry_stale")).isEqualTo(1);
      await().until(() -> registry(mesh.consumer()).getLong("ageMillis") > 2_000L * TTL_SECONDS);
      await().until(() -> registry(mesh.consumer()).getString("problem").contains("stays"));
      traffic.awaitMore(100);
      etcd.member(0).forget();
      etcd.member(0).start();
      await().until(EtcdAgentsIT::knowsBoth);
      traffic.awaitMore(100);
      assertThat(traffic.failures()).isEmpty();
    }
    assertThat(mesh.openEndpoints()).isEqualTo(2);
  }

  @Test
  void anAgentThatWasStoppedPastItsLeaseIsBackWithinATtl() {
    Agent stopped = mesh.sites().get(0).agent();
    try (Traffic before = Traffic.through(mesh, PATIENT);
        Traffic beside = Traffic.through(mesh, PATIENT)) {
      before.awaitMore(50);
      beside.awaitMore(50);
      long begun = System.nanoTime();
      stopped.process().signal("STOP");
      try {
        await().until(() -> registry(mesh.consumer()).getInteger("instances") == 1);
        await().until(() -> mesh.openEndpoints() == 1); // as its event loops have been told, too
        callTheOther();
      } finally {
        stopped.process().signal("CONT");
      }
      boolean believed = System.nanoTime() - begun < BELIEVED.toNanos();
      await().until(EtcdAgentsIT::knowsBoth);
      await().until(() -> mesh.openEndpoints() == 2);
      before.awaitMore(50);
      beside.awaitMore(50);
      if (believed) {
        assertThat(before.failures()).isEmpty();
        assertThat(beside.failures()).isEmpty();
      }
    }
  }

  private static void callTheOther() {
    try (Traffic meanwhile = Traffic.through(mesh)) {
      meanwhile.awaitMore(10);
      assertThat(meanwhile.failures()).isEmpty();
    }
  }

  @Test
  void aWeightThatIsChangedByHandIsFollowedWithoutALostCall() {
    List<Instance> known = known();
    try (Traffic traffic = Traffic.through(mesh)) {
      traffic.awaitMore(50);
      Instance edited = known.get(0).weighing(7, known.get(0).tags());
      await() // again, if a lease has ended meanwhile
          .pollInterval(Duration.ofSeconds(1))
          .until(
              () -> {
                edit(edited);
                return weight(edited) == 7;
              });
      edit(known.get(0));
      await().until(() -> weight(known.get(0)) == 1);
      traffic.awaitMore(50);
      assertThat(traffic.failures()).isEmpty();
    }
    await().until(() -> weight(known.get(1)) == 1);
  }

  private static List<Instance> known() {
    try (Parties parties = new Parties()) {
      return parties.watch(mesh.registry()).latest();
    }
  }

  private void edit(Instance instance) {
    Keys keys = scheme.equals("etcd2") ? Keys.v2(etcd, PREFIX, TTL_SECONDS) : Keys.v3(etcd, PREFIX);
    keys.edit(instance.id(), InstanceJson.write(instance).encode());
  }

  /** 0 if it isn't there, as its lease has ended. */
  private static int weight(Instance instance) {
    return mesh.consumer().topology().getJsonArray("services").stream()
        .map(JsonObject.class::cast)
        .flatMap(service -> service.getJsonArray("endpoints").stream())
        .map(JsonObject.class::cast)
        .filter(endpoint -> endpoint.getString("address").equals(instance.address().toString()))
        .findFirst()
        .map(endpoint -> endpoint.getInteger("weight"))
        .orElse(0);
  }
}
