package dev.vertxmesh.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CallPathTest {

  private static final CallFailure TOO_LARGE = new CallFailure(Status.TOO_LARGE, "here", "much");

  private final List<String> passed = new ArrayList<>();
  private final CallPath path =
      CallPath.of(
          Filter.of(named("meter"), named("log")),
          Filter.of(named("deadline"), named("retry")),
          this::answer);

  private Filter named(String name) {
    return (call, next) -> {
      passed.add(name);
      return next.call(call).onComplete(ended -> passed.add(name + " ended"));
    };
  }

  private Future<Reply> answer(Call call) {
    passed.add("answer");
    return Future.succeededFuture(new Reply(Status.OK, call.encoding(), Unpooled.EMPTY_BUFFER));
  }

  private static Call call() {
    return new Call(
        new Target(ServiceKey.of("s"), "m", ""),
        Encoding.TEXT,
        Unpooled.EMPTY_BUFFER,
        Map.of(),
        Deadline.none(0));
  }

  @Test
  void aCallPassesAllLayersFromTopToBottomAndBack() {
    assertThat(path.call(call()).result().status()).isEqualTo(Status.OK);
    assertThat(passed)
        .containsExactly(
            "meter",
            "log",
            "deadline",
            "retry",
            "answer",
            "retry ended",
            "deadline ended",
            "log ended",
            "meter ended");
  }

  @Test
  void whatEndsBeforeItIsACallPassesTheLayersThatSeeAll() {
    path.ended(Call.unmade(Target.NONE, Origin.AGENT, 0, TOO_LARGE));
    assertThat(passed).containsExactly("meter", "log", "log ended", "meter ended");
  }

  @Test
  void aLayerSeesWhyItEnded() {
    List<Throwable> seen = new ArrayList<>();
    CallPath watched =
        CallPath.of(
            (call, next) -> next.call(call).onFailure(seen::add), Filter.of(), this::answer);
    watched.ended(Call.unmade(Target.NONE, Origin.AGENT, 0, TOO_LARGE));
    assertThat(seen).containsExactly(TOO_LARGE);
  }

  @Test
  void aLayerMayAnswerItself() {
    CallPath denying =
        CallPath.of(
            Filter.of(named("meter")),
            Filter.of(
                (call, next) ->
                    Future.failedFuture(new CallFailure(Status.DENIED, "here", "not you")),
                named("retry")),
            this::answer);
    assertThat(denying.call(call()).cause()).hasMessage("not you");
    assertThat(passed).containsExactly("meter", "meter ended");
  }
}
