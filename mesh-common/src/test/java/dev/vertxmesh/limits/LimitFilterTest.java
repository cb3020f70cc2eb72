package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.WatchedFile;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many calls of whom pass, in a time of the test's own. */
class LimitFilterTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Identity SHOP = Identity.of(Identity.Kind.KEY, "shop", Set.of("partners"));
  private static final Identity GUEST = Identity.of(Identity.Kind.KEY, "guest", Set.of());

  @TempDir Path folder;
  private final MeshMeters meters = new MeshMeters("mesh-sample", "1");
  private final List<Promise<Reply>> open = new ArrayList<>();
  private long now = SECOND;
  private int admitted = 8;
  private int changes;
  private Path file;

  /** A call's origin as a test says it. */
  private record Came(String host, Map<String, String> headers) implements Origin {

    @Override
    public WireProtocol protocol() {
      return WireProtocol.HTTP;
    }

    @Override
    public SocketAddress peer() {
      return SocketAddress.inetSocketAddress(4711, host);
    }

    @Override
    public String header(String name) {
      return headers.get(name);
    }
  }

  @BeforeEach
  void name() {
    file = folder.resolve("limits.yaml");
  }

  private void rules(String... rules) throws IOException {
    Files.writeString(
        file,
        "limits:\n  rules:\n    - %s\n%s"
            .formatted(String.join("\n    - ", rules), "#".repeat(++changes)));
  }

  private CallerLimits limits(String... rules) throws IOException {
    rules(rules);
    return CallerLimits.open(
        null, file.toString(), new WatchedFile(null, null), meters, unshared(), () -> now);
  }

  private static SharedLimits unshared() {
    return new SharedLimits(null, null, Map.of());
  }

  private LimitFilter filter(String... rules) throws IOException {
    return new LimitFilter(limits(rules), "here", () -> admitted);
  }

  private static Call call(Identity who, String host, String method, Map<String, String> headers) {
    ByteBuf payload = Unpooled.buffer().writeZero(100);
    Target target = new Target(ServiceKey.of("a.Orders"), method, "");
    Call call = new Call(target, Encoding.JSON, payload, new HashMap<>(), Deadline.none(0));
    call.record().came(new Came(host, headers), 0);
    if (who != Identity.ANONYMOUS) {
      call.record().introduce(who.introduction());
    }
    return call;
  }

  private static Call by(Identity who) {
    return call(who, "10.0.0.1", "place", Map.of());
  }

  private static Future<Reply> pass(LimitFilter filter, Call call) {
    return filter.apply(call, LimitFilterTest::answered);
  }

  private static Future<Reply> answered(Call call) {
    call.payload().release();
    return Future.succeededFuture(
        new Reply(Status.OK, Encoding.JSON, Unpooled.wrappedBuffer(new byte[50])));
  }

  private int passed(LimitFilter filter, int asked, Identity who) {
    int passed = 0;
    for (int i = 0; i < asked; i++) {
      passed += passes(filter, by(who)) ? 1 : 0;
    }
    return passed;
  }

  private static boolean passes(LimitFilter filter, Call call) {
    Future<Reply> reply = pass(filter, call);
    assertThat(call.payload().refCnt()).as("whoever has it releases it").isZero();
    if (reply.failed()) {
      assertThat(((CallFailure) reply.cause()).status()).isEqualTo(Status.LIMITED);
    }
    return reply.succeeded();
  }

  /** Without an end until the test says so. */
  private Future<Reply> begin(LimitFilter filter, Call call) {
    return filter.apply(
        call,
        made -> {
          made.payload().release();
          open.add(Promise.promise());
          return open.get(open.size() - 1).future();
        });
  }

  @Test
  void eachCallerHasWhatTheRuleSaysAndNoOthers() throws IOException {
    LimitFilter filter = filter("{name: each, per: caller, calls: 10, burst: 5}");
    assertThat(passed(filter, 100, SHOP)).isEqualTo(5);
    assertThat(passed(filter, 100, GUEST)).isEqualTo(5);
    now += SECOND / 2;
    assertThat(passed(filter, 100, SHOP)).isEqualTo(5);
  }

  @Test
  void whoShowsNothingIsToldApartByAddress() throws IOException {
    LimitFilter filter = filter("{name: each, per: caller, calls: 1}");
    Identity nobody = Identity.ANONYMOUS;
    assertThat(passes(filter, call(nobody, "10.0.0.1", "place", Map.of()))).isTrue();
    assertThat(passes(filter, call(nobody, "10.0.0.1", "place", Map.of()))).isFalse();
    assertThat(passes(filter, call(nobody, "10.0.0.2", "place", Map.of()))).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "who: ['key:guest']          | 3 | 1",
        "who: ['group:partners']     | 1 | 3",
        "who: [anonymous]            | 3 | 3",
        "who: ['network:10.0.0.0/8'] | 1 | 1",
        "except: ['key:shop']        | 3 | 1",
        "services: ['a.Orders#get*'] | 3 | 3",
        "services: ['a.Orders#pl*']  | 1 | 1",
        "headers: {x-plan: free}     | 3 | 3",
      })
  void aRuleIsAboutWhomAndWhatItSays(String field, int shop, int guest) throws IOException {
    LimitFilter filter = filter("{name: some, per: caller, calls: 1, %s}".formatted(field));
    assertThat(passed(filter, 3, SHOP)).isEqualTo(shop);
    assertThat(passed(filter, 3, GUEST)).isEqualTo(guest);
  }

  @Test
  void anyHeaderTellsCallsApart() throws IOException {
    LimitFilter filter =
        filter("{name: tenants, headers: {x-plan: fr*}, per: [header x-tenant], calls: 1}");
    Map<String, String> red = Map.of("x-plan", "free", "x-tenant", "red");
    Map<String, String> blue = Map.of("x-plan", "free", "x-tenant", "blue");
    Map<String, String> gold = Map.of("x-plan", "gold", "x-tenant", "red");
    assertThat(passes(filter, call(SHOP, "10.0.0.1", "place", red))).isTrue();
    assertThat(passes(filter, call(GUEST, "10.0.0.1", "place", red))).isFalse();
    assertThat(passes(filter, call(GUEST, "10.0.0.1", "place", blue))).isTrue();
    assertThat(passes(filter, call(GUEST, "10.0.0.1", "place", gold))).isTrue();
    assertThat(passes(filter, call(GUEST, "10.0.0.1", "place", gold))).isTrue();
  }

  @Test
  void whatADubboConsumersBodyCarriesCountsAsAHeader() throws IOException {
    CallerLimits limits =
        limits("{name: a, headers: {X-Plan: free}, per: [header x-tenant], calls: 1}");
    LimitFilter filter = new LimitFilter(limits, "here", null);
    assertThat(limits.headers()).containsExactlyInAnyOrder("x-plan", "x-tenant");
    for (String tenant : List.of("red", "blue")) {
      assertThat(passes(filter, carrying("free", tenant))).isTrue();
      assertThat(passes(filter, carrying("free", tenant))).isFalse();
      assertThat(passes(filter, carrying("gold", tenant))).isTrue();
    }
  }

  private static Call carrying(String plan, String tenant) {
    Call call = by(SHOP);
    call.record().carries(Map.of("x-plan", plan, "x-tenant", tenant));
    return call;
  }

  @Test
  void dubbosOwnMethodsAreCountedWithAllOthers() throws IOException {
    LimitFilter filter = filter("{name: all, calls: 1}");
    assertThat(passes(filter, call(SHOP, "10.0.0.1", "place", Map.of()))).isTrue();
    assertThat(passes(filter, call(SHOP, "10.0.0.1", "$invoke", Map.of()))).isFalse();
  }

  @Test
  void allRulesCountAndOneThatRefusesTakesNothingFromTheOthers() throws IOException {
    LimitFilter filter =
        filter("{name: together, calls: 10}", "{name: each, per: caller, calls: 2}");
    assertThat(passed(filter, 1_000, SHOP)).isEqualTo(2);
    for (int i = 0; i < 4; i++) {
      Identity other = Identity.of(Identity.Kind.KEY, "other" + i, Set.of());
      assertThat(passed(filter, 1_000, other)).isEqualTo(2);
    }
    Identity late = Identity.of(Identity.Kind.KEY, "late", Set.of());
    assertThat(passed(filter, 1_000, late)).as("ten together").isZero();
  }

  @Test
  void whoIsRefusedIsToldByWhatAndForHowLong() throws IOException {
    LimitFilter filter = filter("{name: slow, who: ['key:shop'], calls: 0.5}");
    assertThat(passed(filter, 1, SHOP)).isOne();
    now += SECOND / 4;
    CallFailure failure = (CallFailure) pass(filter, by(SHOP)).cause();
    assertThat(failure).hasMessage("limit slow: 0.5 calls a second");
    assertThat(failure.where()).isEqualTo("here");
    assertThat(failure.retryAfterMillis()).isEqualTo(1_750);
    assertThat(meters.scrape()).contains("by=\"calls\",limit=\"slow\"} 1.0");
  }

  @Test
  void bytesOfAnswersAreCountedWhenTheyAreKnown() throws IOException {
    LimitFilter filter = filter("{name: bytes, per: caller, bytes: 1000, bytes-burst: 300}");
    assertThat(passed(filter, 10, SHOP)).as("100 there and 50 back").isEqualTo(2);
    now += SECOND / 10;
    assertThat(passed(filter, 10, SHOP)).isEqualTo(1);
  }

  private static Call stream() {
    Target target = new Target(ServiceKey.of("a.Orders"), "watch", "");
    Call call =
        new Call(target, Encoding.GRPC, Unpooled.buffer(), new HashMap<>(), Deadline.none(0));
    call.record().came(new Came("10.0.0.1", Map.of()), 0);
    return call;
  }

  @Test
  void whatAStreamHasCarriedTheNextOneWaitsFor() throws IOException {
    LimitFilter filter = filter("{name: bytes, bytes: 1000, bytes-burst: 300}");
    Call first = stream();
    begin(filter, first);
    first.record().streamedIn(1_000);
    first.record().streamedOut(1_000);
    open.get(0).complete(new Reply(Status.OK, Encoding.GRPC, Unpooled.EMPTY_BUFFER));
    assertThat(passes(filter, stream())).isFalse();
    CallFailure failure = (CallFailure) pass(filter, stream()).cause();
    assertThat(failure.retryAfterMillis()).isEqualTo(1_700);
    now += 2 * SECOND;
    assertThat(passes(filter, stream())).isTrue();
  }

  @Test
  void callsAtTheSameTimeEndAndMakeRoom() throws IOException {
    LimitFilter filter = filter("{name: few, per: caller, concurrency: 2}");
    Future<Reply> first = begin(filter, by(SHOP));
    begin(filter, by(SHOP));
    assertThat(passes(filter, by(SHOP))).isFalse();
    assertThat(passes(filter, by(GUEST))).isTrue();
    open.get(0).fail(new CallFailure(Status.LOST, "there", "gone"));
    assertThat(first.failed()).isTrue();
    assertThat(passed(filter, 10, SHOP)).as("each ends at once").isEqualTo(10);
  }

  @Test
  void aShareIsOfWhatTheProviderTakesNow() throws IOException {
    LimitFilter filter = filter("{name: quarter, per: caller, share: 25}");
    begin(filter, by(SHOP));
    begin(filter, by(SHOP));
    assertThat(passes(filter, by(SHOP))).isFalse();
    admitted = 12;
    assertThat(passes(filter, by(SHOP))).isTrue();
    admitted = 1;
    assertThat(passes(filter, by(GUEST))).as("one in any case").isTrue();
  }

  @Test
  void sharesDontCountWhereThereIsNoProvider() throws IOException {
    CallerLimits limits = limits("{name: quarter, per: caller, share: 25}");
    LimitFilter filter = new LimitFilter(limits, "here", null);
    assertThat(passed(filter, 100, SHOP)).isEqualTo(100);
  }

  @Test
  void aPlaceIsGivenBackWhateverHappensBelow() throws IOException {
    LimitFilter filter = filter("{name: one, concurrency: 1}");
    Call broken = by(SHOP);
    assertThatThrownBy(
            () ->
                filter.apply(
                    broken,
                    call -> {
                      throw new IllegalStateException("a fault");
                    }))
        .hasMessage("a fault");
    broken.payload().release();
    assertThat(passes(filter, by(SHOP))).isTrue();
  }

  @Test
  void anotherFileKeepsWhatRulesHaveCountedThatItLeavesAsTheyAre() throws IOException {
    String kept = "{name: kept, who: ['key:shop'], calls: 3}";
    CallerLimits limits = limits(kept, "{name: other, who: ['key:guest'], calls: 1}");
    LimitFilter filter = new LimitFilter(limits, "here", null);
    assertThat(passed(filter, 10, SHOP)).isEqualTo(3);
    assertThat(passed(filter, 10, GUEST)).isEqualTo(1);
    rules("{name: other, who: ['key:guest'], calls: 5}", kept);
    assertThat(limits.lookNow()).isTrue();
    assertThat(passed(filter, 10, SHOP)).isZero();
    assertThat(passed(filter, 10, GUEST)).isEqualTo(5);
  }

  @Test
  void aFileThatIsWrongChangesNothingAndIsShown() throws IOException {
    CallerLimits limits = limits("{name: one, calls: 1}");
    LimitFilter filter = new LimitFilter(limits, "here", null);
    rules("{name: one, calls: -1}");
    assertThat(limits.lookNow()).isFalse();
    assertThat(limits.described().getString("problem"))
        .endsWith("limits.yaml:3: calls: given '-1', expected a number from 0.001 to 100000000000");
    assertThat(passed(filter, 10, SHOP)).isOne();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{name: a, call: 1}               | did you mean calls?",
        "{name: a}                        | given none of them",
        "{name: a, calls: 1, share: 5}    | given share and another",
        "{name: a, burst: 5}              | burst: needs calls",
        "{name: a, concurrency: 1.5}      | expected a number from 1 to 1000000",
        "{name: a, calls: 1, per: colour} | given 'colour', expected caller, address",
        "{name: a, calls: 1, who: shop}   | given 'shop', expected certificate:NAME",
        "{name: a, bytes: 1, shared: yes} | expected true or false",
        "{name: a, calls: 1, shared: true} | shared: needs redis",
      })
  void whatIsWrongIsToldWithItsPlace(String rule, String words) throws IOException {
    rules(rule);
    assertThatThrownBy(() -> CallerLimits.check(file.toString()))
        .hasMessageContaining("limits.yaml:3: ")
        .hasMessageContaining(words);
  }

  @Test
  void aPasswordInAUrlIsRefusedAndNotRepeated() throws IOException {
    Files.writeString(file, "limits:\n  redis: {url: 'redis://:hidden@127.0.0.1'}\n  rules: []\n");
    assertThatThrownBy(() -> CallerLimits.check(file.toString()))
        .hasMessageContaining("limits.yaml:2: url: has a password, expected it in password-file")
        .hasMessageNotContaining("hidden");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"redis://127.0.0.1:70000", "redis://127.0.0.1:0", "http://127.0.0.1", "redis:///1"})
  void whereRedisCantBeIsToldWithItsPlace(String url) throws IOException {
    Files.writeString(file, "limits:\n  redis: {url: '%s'}\n".formatted(url));
    assertThatThrownBy(() -> CallerLimits.check(file.toString()))
        .hasMessageContaining("limits.yaml:2: url: expected redis://HOST:PORT/DATABASE");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({"redis, ca: is for TLS", "rediss, limits.yaml holds no certificate"})
  void anAuthorityOfRedisIsForTlsAndIsRead(String scheme, String words) throws IOException {
    String redis = "{url: '%s://127.0.0.1', ca: limits.yaml}".formatted(scheme);
    Files.writeString(file, "limits:\n  redis: %s\n".formatted(redis));
    assertThatThrownBy(() -> CallerLimits.check(file.toString()))
        .hasMessageContaining("limits.yaml:2: ca: ")
        .hasMessageContaining(words);
  }

  @Test
  void limitsMayStandBesideAccessRulesAndNeedNot() throws IOException {
    Path access = Files.writeString(folder.resolve("access.yaml"), "access: {rules: []}");
    CallerLimits limits = beside(Access.open(null, access.toString(), meters));
    LimitFilter filter = new LimitFilter(limits, "here", null);
    assertThat(passed(filter, 10, SHOP)).isEqualTo(10);
    Files.writeString(access, "access: {rules: []}\nlimits: {rules: {name: one, calls: 1}}");
    assertThat(limits.lookNow()).isTrue();
    assertThat(passed(filter, 10, SHOP)).isOne();
  }

  private CallerLimits beside(Access access) {
    return CallerLimits.open(null, null, access.file(), meters, unshared(), () -> now);
  }

  @Test
  void filtersHaveTheSameCounterStillOnceOneHasGivenWayToAFloodOfNames() throws IOException {
    CallerLimits limits = limits("{name: each, per: caller, calls: 1}");
    LimitFilter one = new LimitFilter(limits, "here", null);
    LimitFilter other = new LimitFilter(limits, "here", null);
    CounterTable table = limits.config().limits().get(0).counters();
    for (int round = 0; round < 3; round++) {
      assertThat(passed(one, 3, SHOP) + passed(other, 3, SHOP)).as("round " + round).isOne();
      now += 2 * SECOND;
      Counter before = table.of(named("key:shop"), now);
      for (int i = 0; before.isKept(); i++) {
        table.of(named("key:stranger" + i + " of round " + round), now);
      }
    }
  }

  private static CounterKey named(String name) {
    CounterKey key = new CounterKey(1);
    key.part(0, name);
    return key;
  }

  @Test
  void callsOfAMillionKindsDontFillMemory() throws IOException {
    AboutCalls about = new AboutCalls(100_000);
    LimitsConfig config = limits("{name: one, calls: 1}").config();
    for (int i = 0; i < 100_000; i++) {
      Call call = call(SHOP, "10.0.0.1", "method" + i, Map.of());
      assertThat(about.of(config, call).limits()).hasSize(1);
      call.payload().release();
    }
    assertThat(about.size()).isPositive().isLessThan(500);
  }

  @Test
  void whoIsLimitedIsOnRecord() throws IOException {
    Logger log = Logger.getLogger("audit");
    List<String> lines = new ArrayList<>();
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            lines.add(line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    try {
      assertThat(passed(filter("{name: few, calls: 1}"), 2, SHOP)).isEqualTo(1);
    } finally {
      log.removeHandler(handler);
    }
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("limited who=")
        .contains("call=a.Orders#place reason=\"", "few");
  }
}
