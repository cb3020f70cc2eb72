package dev.vertxmesh.balance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.routing.RouteConsumer;
import dev.vertxmesh.routing.RouteRules;
import dev.vertxmesh.routing.RuleBook;
import io.netty.buffer.ByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BalancerTest {

  private static final ServiceKey HELLO = ServiceKey.of("com.x.Hello");

  private static final long DEADLINE = 1_000_000_000;

  private long now;
  private String unasked = "";
  private String skipped = "";

  private final FakeEndpoint a = new FakeEndpoint("a", 1);
  private final FakeEndpoint b = new FakeEndpoint("b", 1);
  private final Balancer balancer =
      new Balancer(
          service -> Members.plain(BalanceMode.ROUND_ROBIN, new SplittableRandom(1)),
          HashKey.NOTHING,
          () -> now,
          "mesh-consumer",
          new Absence(service -> unasked, service -> skipped));

  @Test
  void sendsCallsToTheEndpointsOfTheirService() {
    balancer.update(Map.of(HELLO, List.of(a), ServiceKey.of("com.x.Other"), List.of(b)));
    assertThat(answerTo(HELLO)).isEqualTo("a");
    assertThat(answerTo(ServiceKey.of("com.x.Other"))).isEqualTo("b");
  }

  @Test
  void keepsItsPlaceInTheRoundWhileTheEndpointsStayTheSame() {
    balancer.update(Map.of(HELLO, List.of(a, b)));
    assertThat(answerTo(HELLO)).isEqualTo("a");
    balancer.update(Map.of(HELLO, List.of(a, b)));
    assertThat(answerTo(HELLO)).isEqualTo("b");
  }

  @Test
  void saysThatItMayBeTooEarlyWhileNothingIsRegistered() {
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("knows no instance");
  }

  @Test
  void saysWhenNoSuchServiceIsRegistered() {
    balancer.update(Map.of(ServiceKey.of("com.x.Other"), List.of(b)));
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.NO_SERVICE);
    assertThat(failure).hasMessage("no service com.x.Hello is registered");
    assertThat(balancer.knows(HELLO)).isFalse();
  }

  @Test
  void aServiceMayBeThereThatTheRegistryCannotBeAskedAbout() {
    balancer.update(Map.of(ServiceKey.of("com.x.Other"), List.of(b)));
    unasked = "the registry zookeeper://h:2181/dubbo can't be asked: why";
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure)
        .hasMessage("it isn't known whether somebody serves com.x.Hello: " + unasked);
    unasked = "";
    assertThat(failureOf(HELLO).status()).isEqualTo(Status.NO_SERVICE);
  }

  @Test
  void saysThatTheEntriesOfAServiceAreSkipped() {
    skipped = "2 entries of it are skipped: why";
    assertThat(failureOf(HELLO).status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failureOf(HELLO)).hasMessageEndingWith("any service yet: " + skipped);
    balancer.update(Map.of(ServiceKey.of("com.x.Hallo"), List.of(b)));
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.NO_SERVICE);
    assertThat(failure)
        .hasMessage(
            "no service com.x.Hello is registered; " + skipped + "; did you mean com.x.Hallo?");
  }

  @Test
  void namesTheServiceThatWasProbablyMeant() {
    balancer.update(Map.of(HELLO, List.of(a), ServiceKey.of("com.x.Other"), List.of(b)));
    assertThat(failureOf(ServiceKey.of("Hello")))
        .hasMessage("no service Hello is registered; did you mean com.x.Hello?");
    assertThat(failureOf(ServiceKey.of("com.x.Helo"))).hasMessageEndingWith("com.x.Hello?");
  }

  @Test
  void namesTheVersionsAndGroupsThatThereAre() {
    balancer.update(Map.of(new ServiceKey("com.x.Hello", "blue", "1.0"), List.of(a)));
    assertThat(failureOf(HELLO)).hasMessageContaining("there is com.x.Hello:1.0@blue");
  }

  @Test
  void saysWhyNoEndpointCanBeReached() {
    balancer.update(Map.of(HELLO, List.of(a)));
    a.open = false;
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure).hasMessageContaining("a connection refused");
  }

  @Test
  void namesTheRuleThatLeavesNobodyForACall() {
    balancer.update(Map.of(HELLO, List.of(a)));
    RuleBook book = new RuleBook(RouteConsumer.NOBODY, true);
    String rule = "{force: true, conditions: ['method=order => application=nobody']}";
    RouteRules rules = book.take(Map.of("com.x.Hello.condition-router", rule));
    balancer.rules(rules, (call, consumer) -> new RoutedGroupTest.Asked("order", Map.of()));
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure)
        .hasMessageStartingWith(
            "rules leave no endpoint of com.x.Hello for this call: com.x.Hello.condition-router")
        .hasMessageContaining("(leaves nobody: none matches, and it's forced)")
        .hasMessageContaining("/route on the admin port tells more");
    a.open = false;
    balancer.rules(rules, (call, consumer) -> new RoutedGroupTest.Asked("other", Map.of()));
    assertThat(failureOf(HELLO))
        .hasMessageStartingWith("no endpoint of com.x.Hello can be reached");
  }

  @Test
  void tellsAServiceThatIsDownFromOneThatNeverWas() {
    balancer.update(Map.of(HELLO, List.of(a)));
    balancer.update(Map.of());
    now += 12_000_000_000L;
    CallFailure failure = failureOf(HELLO);
    assertThat(failure.status()).isEqualTo(Status.UNAVAILABLE);
    assertThat(failure)
        .hasMessageEndingWith(
            "12 s ago (it drained, or stopped, or lost its provider); until then: " + a.state());
    assertThat(balancer.knows(HELLO)).isTrue();
  }

  @Test
  void saysHowTheFirstThreeStoodOfAServiceThatIsDown() {
    List<FakeEndpoint> all = new ArrayList<>(List.of(a, b, new FakeEndpoint("c", 1)));
    balancer.update(Map.of(HELLO, all));
    balancer.update(Map.of());
    assertThat(failureOf(HELLO))
        .hasMessageEndingWith("%s; %s; c connection refused".formatted(a.state(), b.state()));
    all.add(new FakeEndpoint("d", 1));
    balancer.update(Map.of(HELLO, List.copyOf(all)));
    now = 60_000_000_000L;
    balancer.update(Map.of());
    now = 75_000_000_000L;
    assertThat(failureOf(HELLO))
        .hasMessageContaining("the last one 15 s ago")
        .hasMessageEndingWith("; c connection refused; ...");
  }

  @Test
  void whereNobodyIsLeftNoRuleIsToBlame() {
    balancer.rules(
        RoutedGroupTest.conditions("=> application=nobody"),
        (call, consumer) -> new RoutedGroupTest.Asked("order", Map.of()));
    balancer.update(Map.of(HELLO, List.of(a)));
    assertThat(failureOf(HELLO))
        .as("a service that comes after its rules")
        .hasMessageStartingWith("rules leave");
    balancer.update(Map.of());
    assertThat(failureOf(HELLO)).hasMessageContaining("every instance has left the registry");
  }

  @Test
  void tellsWhatRulesSayOfTheServicesThatItKnows() {
    balancer.update(Map.of(HELLO, List.of(a)));
    RouteRules rules =
        RoutedGroupTest.rules(
            "com.x.Hello.configurators", "configs: [{parameters: {timeout: 700}}]");
    balancer.rules(rules, (call, consumer) -> new RoutedGroupTest.Asked("order", Map.of()));
    assertThat(balancer.timeoutMillis(HELLO)).isEqualTo(700);
    assertThat(balancer.timeoutMillis(ServiceKey.of("com.x.Other"))).isZero();
    RoutedGroupTest.Asked asked = new RoutedGroupTest.Asked("order", Map.of());
    assertThat(balancer.explain(HELLO, asked).timeoutMillis()).isEqualTo(700);
    assertThat(balancer.explain(ServiceKey.of("com.x.Other"), asked)).isNull();
  }

  @Test
  void whatIsRefusedHoldsNothing() {
    Call lost = call();
    assertThat(balancer.call(lost).failed()).isTrue();
    assertThat(lost.payload().refCnt()).isZero();
  }

  @Test
  void anEndpointThatThrowsFailsItsCall() {
    balancer.update(Map.of(HELLO, List.of(a)));
    Call call = call();
    call.payload().release(); // so that the endpoint can't
    CallFailure failure = (CallFailure) balancer.call(call).cause();
    assertThat(failure).isNotNull();
    assertThat(balancer.view().get(HELLO)).extracting(MemberView::success).doesNotContain(1.0);
  }

  @Test
  void callsWithTheSameKeyGoTheSameWayWhereThatIsAsked() {
    List<FakeEndpoint> all = List.of(Members.weighing(1, 1, 1, 1, 1, 1, 1, 1));
    Balancer hashing =
        new Balancer(
            service -> Members.plain(BalanceMode.HASH, new SplittableRandom(1)),
            HashKey.parse("attachment:user"),
            () -> now,
            "mesh-consumer",
            Absence.CERTAIN);
    hashing.update(Map.of(HELLO, all));
    Set<String> answers = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      answers.add(text(hashing.call(call(Map.of("user", "me")))));
    }
    assertThat(answers).hasSize(1);
  }

  @Test
  void howLongAnEndpointTookIsFromTheCallToItsAnswer() {
    balancer.update(Map.of(HELLO, List.of(a)));
    a.hanging = Promise.promise();
    now = 1_000_000_000;
    Future<Reply> reply = balancer.call(call());
    now += 3_000_000;
    a.hanging.complete(a.reply());
    reply.result().payload().release();
    assertThat(balancer.view().get(HELLO).get(0).serviceMicros()).isEqualTo(3_000);
  }

  @Test
  void saysHowLongSomebodyIsStillLeftOut() {
    Balancer ejecting = ejecting();
    ejecting.update(Map.of(HELLO, List.of(a, b)));
    b.answer = Status.UNAVAILABLE;
    now = 2_000_000_000;
    for (int i = 0; i < 10; i++) {
      ejecting.call(call()).onSuccess(reply -> reply.payload().release());
    }
    now += 1_500_000_000;
    assertThat(ejecting.view().get(HELLO))
        .extracting(MemberView::leftMillis)
        .containsExactlyInAnyOrder(0L, 3_500L);
    now += 60_000_000_000L;
    assertThat(ejecting.view().get(HELLO)).extracting(MemberView::leftMillis).containsOnly(0L);
  }

  @Test
  void forgetsTheServicesThatWentFirstOnceTheyAreTooMany() {
    for (int i = 0; i <= Balancer.MOST_GONE; i++) {
      balancer.update(Map.of(ServiceKey.of("com.x.Gone" + i), List.of(a)));
    }
    balancer.update(Map.of(HELLO, List.of(a)));
    assertThat(failureOf(ServiceKey.of("com.x.Gone0"))).hasMessageContaining("is registered");
    assertThat(failureOf(ServiceKey.of("com.x.Gone1"))).hasMessageContaining("has left");
  }

  @Test
  void remembersTheServiceThatHasJustLeftThoughItCameFirst() {
    for (int i = 0; i <= Balancer.MOST_GONE; i++) {
      ServiceKey other = ServiceKey.of("com.x.Gone" + i);
      balancer.update(Map.of(HELLO, List.of(a), other, List.of(b)));
    }
    balancer.update(Map.of());
    assertThat(failureOf(HELLO)).hasMessageContaining("has left");
    assertThat(failureOf(ServiceKey.of("com.x.Gone0"))).hasMessageContaining("is registered");
  }

  @Test
  void whoFailsFiveTimesIsLeftOut() {
    Balancer ejecting = ejecting();
    ejecting.update(Map.of(HELLO, List.of(a, b)));
    b.answer = Status.UNAVAILABLE;
    for (int i = 0; i < 100; i++) {
      ejecting.call(call()).onSuccess(reply -> reply.payload().release());
    }
    assertThat(leftOut(ejecting)).containsExactly("b");
    assertThat(ejecting.view().get(HELLO))
        .extracting(MemberView::why)
        .contains("5 failures in a row");
  }

  @Test
  void whoHangsUntilTheDeadlineFails() {
    Balancer ejecting = ejecting();
    ejecting.update(Map.of(HELLO, List.of(a, b)));
    Promise<Reply> never = Promise.promise();
    b.hanging = never;
    a.answer = Status.BAD_REQUEST; // the caller's fault, so no answer and no failure
    for (int i = 0; i < 10; i++) {
      ejecting.call(call());
    }
    now = DEADLINE + 1;
    never.fail(new CallFailure(Status.CANCELLED, "b", "the caller went away"));
    assertThat(leftOut(ejecting)).containsExactly("b");
  }

  @Test
  void whoseStreamLastsLongIsNotSlow() {
    balancer.update(Map.of(HELLO, List.of(a)));
    a.hanging = Promise.promise();
    Call stream = call();
    FilledStream requests = new FilledStream(() -> {});
    stream.exchange(new Exchange(requests, (metadata, messages) -> {}));
    Future<Reply> reply = balancer.call(stream);
    stream.exchange().requests().endHandler(end -> {}).resume();
    requests.end();
    now += 5_000_000;
    stream.exchange().answer(Map.of(), requests);
    now += 3_600_000_000_000L;
    a.serviceNanos = 3_600_000_000_000L; // as the link tells, which has the stream all the time
    a.hanging.complete(a.reply());
    reply.result().payload().release();
    assertThat(balancer.view().get(HELLO).get(0).serviceMicros()).isEqualTo(5_000);
  }

  @Test
  void whoseCallersGoAwayBeforeTheDeadlineDoesNot() {
    Balancer ejecting = ejecting();
    ejecting.update(Map.of(HELLO, List.of(a, b)));
    a.answer = Status.CANCELLED;
    b.answer = Status.NO_METHOD;
    for (int i = 0; i < 100; i++) {
      ejecting.call(call());
    }
    assertThat(leftOut(ejecting)).isEmpty();
  }

  @Test
  void aCallThatIsMadeAgainGoesToSomebodyElse() {
    balancer.update(Map.of(HELLO, List.of(a, b)));
    Call first = call();
    assertThat(text(balancer.call(first))).isEqualTo("a");
    assertThat(text(balancer.call(call()))).isEqualTo("b"); // so it would be a's turn
    Call second = again(first);
    assertThat(text(balancer.call(second))).isEqualTo("b");
    Call third = again(first);
    assertThat(balancer.call(third).failed()).isTrue();
    assertThat(third.isTaken()).isFalse();
    assertThat(third.record().attempts()).isEqualTo(2);
    assertThat(third.record().endpoint()).isEqualTo("b");
    assertThat(third.payload().refCnt()).isZero();
  }

  private static Call again(Call call) {
    return call.again(ByteBufAllocator.DEFAULT.directBuffer(8));
  }

  private Balancer ejecting() {
    GroupSettings settings =
        new GroupSettings(
            BalanceMode.ROUND_ROBIN,
            0,
            EjectionOptions.DEFAULT,
            EjectionObserver.NOBODY,
            () -> 0,
            new SplittableRandom(1),
            null,
            "");
    return new Balancer(
        service -> settings, HashKey.NOTHING, () -> now, "mesh-consumer", Absence.CERTAIN);
  }

  private static List<String> leftOut(Balancer ejecting) {
    return ejecting.view().get(HELLO).stream()
        .filter(MemberView::ejected)
        .map(MemberView::endpoint)
        .toList();
  }

  private static Call call() {
    return call(Map.of());
  }

  private static Call call(Map<String, String> attachments) {
    return new Call(
        new Target(HELLO, "m", ""),
        Encoding.TEXT,
        ByteBufAllocator.DEFAULT.directBuffer(8),
        attachments,
        new Deadline(DEADLINE));
  }

  private String answerTo(ServiceKey service) {
    return text(call(service));
  }

  private static String text(Future<Reply> answer) {
    Reply reply = answer.result();
    try {
      return reply.payload().toString(StandardCharsets.UTF_8);
    } finally {
      reply.payload().release();
    }
  }

  private CallFailure failureOf(ServiceKey service) {
    return (CallFailure) call(service).cause();
  }

  private Future<Reply> call(ServiceKey service) {
    return balancer.call(
        new Call(
            new Target(service, "m", ""),
            Encoding.TEXT,
            ByteBufAllocator.DEFAULT.directBuffer(8),
            Map.of(),
            new Deadline(DEADLINE)));
  }
}
