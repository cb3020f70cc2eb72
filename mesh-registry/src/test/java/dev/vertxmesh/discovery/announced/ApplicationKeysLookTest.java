package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.etcd.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Somebody deletes what stays, or writes over it: that's seen and put right, a few at a time. */
class ApplicationKeysLookTest {

  /** More than are looked at in two looks. */
  private static final int MANY = 40;

  private static final int LOOKED_AT = 16;
  private static final int SIGNS = 10;

  private final PlaceInMemory place = new PlaceInMemory();
  private final ApplicationKeys keys = new ApplicationKeys(place);
  private final ApplicationLayout layout = new ApplicationLayout();
  private final Map<String, Instance> announced = new TreeMap<>();

  /** As a provider agent does: each service is an application with an instance of its own. */
  private void announceMany() {
    for (int i = 0; i < MANY; i++) {
      ServiceKey service = ServiceKey.of("a.S" + (100 + i));
      Instance instance =
          AnnouncedApplicationTest.instance(Protocol.DUBBO, 20001, service.toString())
              .weighing(1, AnnouncedApplication.tags(service, "10.0.0.1:30000"));
      announced.put(layout.name(instance), instance);
    }
    announced.keySet().forEach(this::put);
    assertThat(place.metadata).hasSize(MANY);
    assertThat(place.mappings).hasSize(MANY);
  }

  private void put(String name) {
    String value = layout.value(announced.get(name), PlaceInMemory.GRANT);
    assertThat(keys.put(PlaceInMemory.GRANT, name, value).succeeded()).isTrue();
  }

  /**
   * Signs of life, with one look among them.
   *
   * @return what isn't there as it was put, by the last
   */
  private List<String> missedAfterALook() {
    Map<String, KeyStore.Held> held = Map.of();
    for (int i = 0; i < SIGNS; i++) {
      held = keys.keepAlive(PlaceInMemory.GRANT, announced.keySet()).result().orElseThrow();
    }
    List<String> missed = new ArrayList<>();
    for (Map.Entry<String, Instance> one : announced.entrySet()) {
      KeyStore.Held found = held.get(one.getKey());
      if (found == null
          || !layout.reread(one.getValue(), found.value()).equals(Optional.of(one.getValue()))) {
        missed.add(one.getKey());
      }
    }
    return missed;
  }

  @Test
  void whatManyInstancesServeIsMissedAFewAtATimeAndAllIsPutAgain() {
    announceMany();
    place.metadata.clear();
    List<String> all = List.copyOf(announced.keySet());
    assertThat(missedAfterALook()).isEqualTo(all.subList(0, LOOKED_AT));
    assertThat(missedAfterALook()).isEqualTo(all.subList(0, 2 * LOOKED_AT));
    assertThat(missedAfterALook()).isEqualTo(all);
    all.forEach(this::put);
    assertThat(place.metadata).hasSize(MANY);
    for (int i = 0; i < 3; i++) {
      assertThat(missedAfterALook()).isEmpty();
    }
  }

  @Test
  void theLastOfManyIsMissedAloneWhenItsTurnComesAndInTheNextRoundTheFirst() {
    announceMany();
    List<String> all = List.copyOf(announced.keySet());
    String last = all.get(MANY - 1);
    place.metadata.remove(revision(last));
    assertThat(missedAfterALook()).isEmpty();
    assertThat(missedAfterALook()).isEmpty();
    assertThat(missedAfterALook()).containsExactly(last);
    put(last);
    place.metadata.remove(revision(all.get(0)));
    assertThat(missedAfterALook()).containsExactly(all.get(0));
  }

  private String revision(String name) {
    return AnnouncedApplication.of(announced.get(name)).revision();
  }

  @Test
  void whoHasManyInterfacesIsWrittenAgainAFewAtATime() {
    announceMany();
    place.mappings.replaceAll((interfaceName, text) -> "shop");
    for (int written : List.of(LOOKED_AT, 2 * LOOKED_AT, MANY)) {
      assertThat(missedAfterALook()).isEmpty();
      assertThat(place.mappings.values().stream().filter(text -> !text.equals("shop")))
          .hasSize(written);
    }
    assertThat(place.mappings).containsEntry("a.S139", "shop,vertx-mesh.a.S139");
  }
}
