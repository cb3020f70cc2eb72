package dev.vertxmesh.discovery.announced;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ApplicationKeysTest {

  private static final long GRANT = 7;
  private static final String NAME = "vertx-mesh/10.0.0.9:20001";

  private final PlaceInMemory place = new PlaceInMemory();
  private final ApplicationKeys keys = new ApplicationKeys(place);
  private final ApplicationLayout layout = new ApplicationLayout();

  private static Instance serving(String... services) {
    return AnnouncedApplicationTest.instance(Protocol.DUBBO, 20001, services);
  }

  private Future<Void> put(Instance instance) {
    return keys.put(GRANT, layout.name(instance), layout.value(instance, GRANT));
  }

  private String revision(String... services) {
    return AnnouncedApplication.of(serving(services)).revision();
  }

  private Map<String, KeyStore.Held> kept() {
    return keys.keepAlive(GRANT, List.of(NAME)).result().orElseThrow();
  }

  private boolean isKept(Instance instance) {
    KeyStore.Held held = kept().get(NAME);
    return held != null && layout.reread(instance, held.value()).equals(Optional.of(instance));
  }

  @Test
  void nobodySeesAnInstanceThatCanNotBeUnderstoodYet() {
    assertThat(put(serving("a.Hello")).succeeded()).isTrue();
    assertThat(place.notes)
        .containsExactly("metadata " + revision("a.Hello"), "mapping a.Hello", "instance " + NAME);
    assertThat(place.mappings).containsExactly(Map.entry("a.Hello", "vertx-mesh"));
    assertThat(isKept(serving("a.Hello"))).isTrue();
  }

  @Test
  void whatTheRevisionBeforeServedStaysUntilThereIsOneMore() {
    put(serving("a.Hello"));
    put(serving("a.Hello", "a.Users"));
    assertThat(place.metadata)
        .containsOnlyKeys(revision("a.Hello"), revision("a.Hello", "a.Users"));
    put(serving("a.Users"));
    assertThat(place.metadata)
        .containsOnlyKeys(revision("a.Hello", "a.Users"), revision("a.Users"));
    assertThat(keys.delete(NAME).succeeded()).isTrue();
    assertThat(place.entries).isEmpty();
    assertThat(place.metadata).isEmpty();
    assertThat(place.notes).endsWith("not " + revision("a.Users"));
  }

  /** Provider agents that name the same address for calls to come in at. */
  @Test
  void whoLeavesTakesNothingOfAnotherAgentsThatAnnouncesTheSame() {
    Instance one = ofAgent("10.0.0.1:30000");
    Instance other = ofAgent("10.0.0.2:30000");
    put(one);
    keys.put(GRANT, layout.name(other), layout.value(other, GRANT));
    assertThat(place.entries)
        .containsOnlyKeys(
            "vertx-mesh.a.Hello/10.0.0.9:20001@10.0.0.1:30000",
            "vertx-mesh.a.Hello/10.0.0.9:20001@10.0.0.2:30000");
    assertThat(place.mappings).containsExactly(Map.entry("a.Hello", "vertx-mesh.a.Hello"));
    keys.delete(layout.name(one));
    assertThat(place.entries).containsOnlyKeys("vertx-mesh.a.Hello/10.0.0.9:20001@10.0.0.2:30000");
    assertThat(place.metadata).containsOnlyKeys(AnnouncedApplication.of(other).revision());
  }

  private static Instance ofAgent(String agent) {
    return serving("a.Hello")
        .weighing(1, Map.of("application", "vertx-mesh.a.Hello", "agent", agent));
  }

  @Test
  void whatOthersHaveWrittenStaysThoughTheyWriteAtTheSameMoment() {
    place.mappings.put("a.Hello", "shop");
    place.meanwhile = List.of("shop,other", "shop,other,third");
    assertThat(put(serving("a.Hello")).succeeded()).isTrue();
    assertThat(place.mappings.get("a.Hello")).isEqualTo("shop,other,third,vertx-mesh");
  }

  @Test
  void whoAlwaysFindsItChangedGivesUpAndSaysSo() {
    place.mappings.put("a.Hello", "shop");
    place.isAlwaysChanged = true;
    assertThat(put(serving("a.Hello")).cause())
        .isInstanceOf(RegistryFailure.class)
        .hasMessage("others write who has a.Hello all the time");
    assertThat(place.entries).isEmpty();
  }

  /** Somebody has put there what no application has, or nobody else may write it. */
  @Test
  void aMappingThatCanNotBeWrittenHoldsUpNoneOfTheOthers() {
    String large = "shop,".repeat(20_000);
    place.mappings.put("a.Hello", large);
    assertThat(put(serving("a.Hello", "a.Users")).succeeded()).isTrue();
    assertThat(place.mappings.get("a.Hello")).isEqualTo(large);
    assertThat(place.mappings.get("a.Users")).isEqualTo("vertx-mesh");
    assertThat(place.entries).hasSize(1);
  }

  /** Services' names are others' words: some can't stand where mappings do. */
  @Test
  void aNameThatCanNotBeAskedForHoldsUpNoneOfTheOthers() {
    assertThat(put(serving("..", "a.Users")).succeeded()).isTrue();
    assertThat(place.mappings).containsOnlyKeys("a.Users");
    assertThat(place.entries).hasSize(1);
  }

  @Test
  void whatIsTooLargeFailsAndSaysSoAndWhatWasThereStays() {
    put(serving("a.Hello"));
    Instance large = serving("a.Hello");
    List<String> services = new ArrayList<>();
    for (int i = 0; i < 4_097; i++) {
      services.add("a.S" + i);
    }
    large = serving(services.toArray(String[]::new));
    assertThat(put(large).cause())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4097 services, expected at most 4096");
    assertThat(isKept(serving("a.Hello"))).isTrue();
  }

  @Test
  void anEntryThatSomebodyHasWrittenOverIsNotWhatWasPut() {
    put(serving("a.Hello"));
    place.entries.put(NAME, "{}");
    assertThat(isKept(serving("a.Hello"))).isFalse();
  }

  @Test
  void withAnotherGrantAllIsWrittenAnew() {
    put(serving("a.Hello"));
    place.mappings.clear();
    keys.grant();
    put(serving("a.Hello"));
    assertThat(place.mappings).containsKey("a.Hello");
  }

  /** A slow registry may still be told of the one before. */
  @Test
  void whatWasOvertakenByAnotherIsNotPutBehindIt() {
    place.slow = Promise.promise();
    Future<Void> first = put(serving("a.Hello"));
    Promise<Void> slow = place.slow;
    place.slow = null;
    put(serving("a.Hello", "a.Users"));
    slow.complete();
    assertThat(first.failed()).isTrue();
    assertThat(isKept(serving("a.Hello", "a.Users"))).isTrue();
  }

  @Test
  void whatIsDeletedWhileItIsPutDoesNotComeBack() {
    place.slow = Promise.promise();
    Future<Void> first = put(serving("a.Hello"));
    place.deleting = Promise.promise();
    keys.delete(NAME);
    place.slow.complete();
    assertThat(first.failed()).isTrue();
    place.deleting.complete();
    assertThat(place.entries).isEmpty();
  }
}
