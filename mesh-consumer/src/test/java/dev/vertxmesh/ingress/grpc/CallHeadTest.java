package dev.vertxmesh.ingress.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.ingress.grpc.CallHead.Wording;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a head says of its call, and which heads say nothing. */
class CallHeadTest {

  private static final long NOW = 1_000;

  private final FakeRequest request = new FakeRequest();

  private static CallHead head(String affinity, Wording wording) {
    GrpcIngressOptions options = new GrpcIngressOptions(100, "mesh-consumer", affinity, 0);
    return new CallHead(options, wording, () -> NOW);
  }

  private Call call() {
    return head("x-cart", Wording.OF_GRPC).call(WireProtocol.GRPC, request.request(), Map.of());
  }

  private CallFailure refused() {
    return catchThrowableOfType(CallFailure.class, this::call);
  }

  @Test
  void itNamesAServiceAMethodAndSaysWhenItCame() {
    request.headers.set("tri-service-group", "blue").set("tri-service-version", "1.0");
    Call call = call();
    assertThat(call.target().service().toString()).isEqualTo("shop.Orders:1.0@blue");
    assertThat(call.target().method()).isEqualTo("Place");
    assertThat(call.record().at(Stage.CAME)).isEqualTo(NOW);
    assertThat(call.record().origin().protocol()).isEqualTo(WireProtocol.GRPC);
    assertThat(call.record().timeoutOf()).isEqualTo("header grpc-timeout");
    assertThat(call.deadline()).isEqualTo(Deadline.none(NOW));
    assertThat(call.affinity()).isNull();
  }

  @Test
  void aPathNamesExactlyOneServiceAndOneMethod() {
    request.path = "/a/b";
    assertThat(call().target().method()).isEqualTo("b");
    for (String path :
        new String[] {"//b", "/a/", "/a", "/", "", "/a/b/", "/a/b/c", "*", "a/b", "xa/b"}) {
      request.path = path;
      CallFailure failure = refused();
      assertThat(failure).as(path).isNotNull();
      assertThat(failure.status()).as(path).isEqualTo(Status.NO_METHOD);
      assertThat(failure)
          .hasMessage("path: '%s', expected /{package.Service}/{Method}".formatted(path));
      assertThat(failure.where()).isEqualTo("mesh-consumer");
    }
    request.path = null;
    assertThat(refused()).hasMessageStartingWith("path: 'null', ");
  }

  @Test
  void anotherMethodOfHttpIsNoCall() {
    request.method = HttpMethod.PUT;
    assertThat(refused()).hasMessage("method: PUT, expected POST");
    assertThat(refused().status()).isEqualTo(Status.NO_METHOD);
  }

  @Test
  void aTimeoutIsItsDeadline() {
    request.headers.set("grpc-timeout", "1n");
    assertThat(call().deadline()).isEqualTo(new Deadline(NOW + 1));
    request.headers.set("grpc-timeout", "0n");
    assertThat(refused().status()).isEqualTo(Status.TIMEOUT);
    assertThat(refused()).hasMessage("the deadline had passed when the call came");
    request.headers.set("grpc-timeout", "1x");
    assertThat(refused().status()).isEqualTo(Status.BAD_REQUEST);
    assertThat(refused()).hasMessageContaining("grpc-timeout");
  }

  @Test
  void aTimeoutOfMoreThanACenturyIsNone() {
    long most = Long.MAX_VALUE / 2;
    Wording wording = new Wording("t", Long::parseLong, Set.of(HttpMethod.POST));
    CallHead head = head(null, wording);
    request.headers.set("t", String.valueOf(most - 1));
    assertThat(head.call(WireProtocol.GRPC, request.request(), Map.of()).deadline())
        .isEqualTo(new Deadline(NOW + most - 1));
    request.headers.set("t", String.valueOf(most));
    assertThat(head.call(WireProtocol.GRPC, request.request(), Map.of()).deadline())
        .isEqualTo(Deadline.none(NOW));
    request.headers.set("t", String.valueOf(Long.MAX_VALUE));
    assertThat(head.call(WireProtocol.GRPC, request.request(), Map.of()).deadline())
        .isEqualTo(Deadline.none(NOW));
  }

  @Test
  void callsThatBelongTogetherSaySo() {
    request.headers.set("x-cart", "7");
    assertThat(call().affinity()).isEqualTo("7");
    CallHead without = head(null, Wording.OF_GRPC);
    assertThat(without.call(WireProtocol.GRPC, request.request(), Map.of()).affinity()).isNull();
  }

  @Test
  void whatIsNoCallIsToldWithItsTargetAsFarAsItHasOne() {
    CallFailure why = new CallFailure(Status.REFUSED, "test", "why");
    CallHead head = head(null, Wording.OF_GRPC);
    Call unmade = head.unmade(WireProtocol.GRPC, request.request(), why);
    assertThat(unmade.target().method()).isEqualTo("Place");
    assertThat(unmade.record().at(Stage.CAME)).isEqualTo(NOW);
    request.path = "/nothing";
    assertThat(head.unmade(WireProtocol.GRPC, request.request(), why).target())
        .isSameAs(Target.NONE);
  }
}
