package dev.vertxmesh.discovery.several;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.Registration;
import dev.vertxmesh.discovery.Registry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeveralRegistriesTest {

  private static final Logger LOG = Logger.getLogger(SeveralRegistries.class.getName());

  private final Vertx vertx = Vertx.vertx();
  private final ToldRegistry old = new ToldRegistry(vertx, "old:");
  private final ToldRegistry other = new ToldRegistry(vertx, "new:");
  private final Registry both = SeveralRegistries.of(vertx, List.of(old, other));
  private final List<List<Instance>> told = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Lines handler = new Lines();

  private final class Lines extends Handler {
    @Override
    public void publish(LogRecord line) {
      lines.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void close() {
    LOG.removeHandler(handler);
    vertx.close().await();
  }

  private static Instance agent(String id, int port, long started, String... services) {
    return instance(Protocol.MESH, id, port, started, services);
  }

  private static Instance instance(
      Protocol protocol, String id, int port, long started, String... services) {
    List<ServiceKey> keys = List.of(services).stream().map(ServiceKey::of).toList();
    return new Instance(protocol, id, "h", port, keys, 1, Map.of(), 0, started);
  }

  private Future<Void> watch() {
    return both.watch(told::add);
  }

  private List<Instance> last() {
    return told.get(told.size() - 1);
  }

  private void awaitTold(Instance... instances) {
    await().until(() -> !told.isEmpty() && last().equals(List.of(instances)));
  }

  @Test
  void oneAloneIsItself() {
    assertThat(SeveralRegistries.of(vertx, List.of(old))).isSameAs(old);
  }

  @Test
  void anInstanceThatIsInTwoCountsOnce() {
    Instance in = agent("a", 1, 5, "com.x.A");
    old.tell(in);
    other.tell(in, agent("b", 2, 5, "com.x.A"));
    watch().await();
    awaitTold(in, agent("b", 2, 5, "com.x.A"));
    assertThat(both.size()).isEqualTo(2);
    assertThat(both.tellers(new HostPort("h", 1))).containsExactly("old:", "new:");
    assertThat(both.tellers(new HostPort("h", 2))).containsExactly("new:");
    assertThat(both.tellers(new HostPort("h", 3))).isEmpty();
  }

  @Test
  void itStaysWhileOneOfThemTellsOfIt() {
    Instance in = agent("a", 1, 5, "com.x.A");
    old.tell(in);
    other.tell(in);
    watch().await();
    old.tell();
    await().until(() -> both.tellers(in.address()).equals(List.of("new:")));
    assertThat(told).allMatch(instances -> instances.equals(List.of(in)));
    other.tell();
    awaitTold();
  }

  @Test
  void anotherIdAtTheSameAddressIsTheSameInstance() {
    old.tell(agent("a", 1, 5, "com.x.A"));
    other.tell(agent("z", 1, 5, "com.x.B"));
    watch().await();
    awaitTold(agent("a", 1, 5, "com.x.A", "com.x.B"));
  }

  @Test
  void theNewerOneIsBelievedWhereAnAgentWasRestarted() {
    old.tell(agent("a", 1, 5, "com.x.A"));
    other.tell(agent("z", 1, 6, "com.x.B"));
    watch().await();
    awaitTold(agent("z", 1, 6, "com.x.B"));
  }

  @Test
  void aProviderWithoutAnAgentHasTheServicesOfBoth() {
    old.tell(instance(Protocol.DUBBO, "a", 1, 5, "com.x.A"));
    other.tell(instance(Protocol.DUBBO, "z", 1, 6, "com.x.B"));
    watch().await();
    awaitTold(instance(Protocol.DUBBO, "z", 1, 6, "com.x.B", "com.x.A"));
  }

  @Test
  void andCallsBackWhatBothSay() {
    Map<ServiceKey, List<String>> first = Map.of(ServiceKey.of("com.x.A"), List.of("hear.0"));
    Map<ServiceKey, List<String>> second = Map.of(ServiceKey.of("com.x.B"), List.of("tell.1"));
    old.tell(instance(Protocol.DUBBO, "a", 1, 5, "com.x.A").callingBack(first));
    other.tell(instance(Protocol.DUBBO, "a", 1, 5, "com.x.B").callingBack(second));
    watch().await();
    await().until(() -> last().get(0).calledBack().size() == 2);
    assertThat(last().get(0).calledBack()).containsAllEntriesOf(first).containsAllEntriesOf(second);
  }

  @Test
  void anAgentAndAProviderAtOneAddressAreTwo() {
    old.tell(agent("a", 1, 5, "com.x.A"));
    other.tell(instance(Protocol.DUBBO, "b", 1, 5, "com.x.A"));
    watch().await();
    awaitTold(agent("a", 1, 5, "com.x.A"), instance(Protocol.DUBBO, "b", 1, 5, "com.x.A"));
  }

  @Test
  void oneThatCantBeReachedAtTheStartLeavesTheOtherAlone() {
    Future<Void> first = watch();
    other.tell(agent("b", 2, 5, "com.x.A"));
    old.fail("nobody answers");
    first.await();
    awaitTold(agent("b", 2, 5, "com.x.A"));
    old.tell(agent("a", 1, 5, "com.x.A"));
    awaitTold(agent("a", 1, 5, "com.x.A"), agent("b", 2, 5, "com.x.A"));
  }

  @Test
  void itIsSaidOnceWhoIsMissingHoweverManyWatch() {
    other.tell(agent("b", 2, 5, "com.x.A"));
    old.fail("nobody answers");
    watch().await();
    watch().await();
    watch().await();
    assertThat(lines).containsExactly("going on without old:: no answer yet");
  }

  @Test
  void itIsSaidAgainWhereOthersAreMissing() {
    ToldRegistry third = new ToldRegistry(vertx, "third:");
    Registry three = SeveralRegistries.of(vertx, List.of(old, other, third));
    other.tell(agent("b", 2, 5, "com.x.A"));
    old.fail("nobody answers");
    third.fail("nobody answers");
    three.watch(told::add).await();
    third.tell();
    three.watch(told::add).await();
    assertThat(lines)
        .containsExactly(
            "going on without old: and third:: no answer yet",
            "going on without old:: no answer yet");
  }

  @Test
  void oneThatSaysNothingIsWaitedForAWhileOnly() {
    Future<Void> first = watch();
    other.tell(agent("b", 2, 5, "com.x.A"));
    first.await();
    assertThat(last()).containsExactly(agent("b", 2, 5, "com.x.A"));
  }

  @Test
  void whereNoneCanBeReachedTheReasonsOfAllAreTold() {
    Future<Void> first = watch();
    old.fail("it's away");
    other.fail("it's gone");
    await().until(first::isComplete);
    assertThat(first.cause()).hasMessage("old:: it's away; new:: it's gone");
  }

  @Test
  void whatIsTheMatterIsToldByName() {
    old.isDown = true;
    assertThat(both.problem()).isEqualTo("old:: nobody answers");
    assertThat(both.stale()).isTrue();
    assertThat(both.malformed()).isEqualTo(2);
    assertThat(both.describe()).isEqualTo("old: and new:");
    assertThat(both.parts()).containsExactly(old, other);
  }

  @Test
  void whyEntriesAreSkippedIsToldOfEachAndByTheFirstOfThoseOfOneName() {
    old.skipped.put("com.x.A", "old words");
    other.skipped.put("com.x.A", "new words");
    other.skipped.put("com.x.B", "more words");
    assertThat(both.skippedEntries())
        .containsOnly(Map.entry("com.x.A", "old words"), Map.entry("com.x.B", "more words"));
  }

  @Test
  void whatIsAnnouncedIsInEachAndGoneFromEach() {
    Registration made = both.announce(agent("a", 1, 5, "com.x.A")).await();
    await().until(() -> old.announced.size() + other.announced.size() == 2);
    Instance heavy = agent("a", 1, 5, "com.x.A").weighing(7, Map.of());
    made.replace(heavy).await();
    assertThat(old.announced).containsValue(heavy);
    assertThat(other.announced).containsValue(heavy);
    made.withdraw().await();
    assertThat(old.announced).isEmpty();
    assertThat(other.announced).isEmpty();
  }

  @Test
  void oneThatIsDownIsToldOnceItIsBackOfWhatHoldsThen() {
    old.isDown = true;
    Registration made = both.announce(agent("a", 1, 5, "com.x.A")).await();
    Instance heavy = agent("a", 1, 5, "com.x.A").weighing(7, Map.of());
    made.replace(heavy).await();
    assertThat(other.announced).containsValue(heavy);
    old.isDown = false;
    await().until(() -> old.announced.containsValue(heavy));
  }

  @Test
  void aServiceMayBeInTheOneThatCannotBeAsked() {
    ServiceKey service = ServiceKey.of("com.x.A");
    assertThat(both.unasked(service)).isEmpty();
    other.isDown = true;
    assertThat(both.unasked(service)).isEqualTo("the registry new: can't be asked: nobody answers");
  }

  @Test
  void whatNobodyCouldBeToldIsNotKept() {
    old.isDown = true;
    other.isDown = true;
    Future<Registration> made = both.announce(agent("a", 1, 5, "com.x.A"));
    await().until(made::failed);
  }
}
