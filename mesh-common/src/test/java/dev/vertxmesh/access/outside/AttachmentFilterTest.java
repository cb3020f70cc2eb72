package dev.vertxmesh.access.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.access.Access;
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
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.telemetry.MeshMeters;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes on of what callers say, by every protocol. */
class AttachmentFilterTest {

  private final Access access = Access.open(null, null, new MeshMeters("mesh-sample", "1"));
  private Call passed;

  private record Came(WireProtocol protocol, Map<String, String> headers, boolean isOwnMachine)
      implements Origin {

    @Override
    public SocketAddress peer() {
      return SocketAddress.inetSocketAddress(4711, "10.0.0.1");
    }

    @Override
    public String header(String name) {
      return headers.get(name);
    }
  }

  private AttachmentFilter allowing(String... names) {
    AllowedNames allowed = names.length == 0 ? AllowedNames.ALL : new AllowedNames(List.of(names));
    return new AttachmentFilter(allowed, access, "here", "Told-As");
  }

  private static Call call(WireProtocol protocol, String... names) {
    return call(protocol, Map.of(), "m", names);
  }

  private static Call call(
      WireProtocol protocol, Map<String, String> headers, String method, String... names) {
    boolean isGrpc = protocol == WireProtocol.GRPC || protocol == WireProtocol.CONNECT;
    Map<String, String> attachments = new HashMap<>();
    for (String name : names) {
      attachments.put(name, "1");
    }
    Call call =
        new Call(
            new Target(ServiceKey.of("a.B"), method, ""),
            isGrpc ? Encoding.GRPC : Encoding.JSON,
            Unpooled.buffer().writeByte(1),
            attachments,
            Deadline.none(0));
    call.record().came(new Came(protocol, headers, false), 0);
    return call;
  }

  private Future<Reply> pass(Filter filter, Call call) {
    passed = null;
    return filter.apply(
        call,
        next -> {
          passed = next;
          return Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, Unpooled.EMPTY_BUFFER));
        });
  }

  private void assertRefused(Filter filter, Call call, Status status, String message) {
    CallFailure failure = (CallFailure) pass(filter, call).cause();
    assertThat(failure).hasMessage(message);
    assertThat(failure.status()).isEqualTo(status);
    assertThat(passed).isNull();
    assertThat(call.payload().refCnt()).as("who refuses a call releases it").isZero();
  }

  private void assertGoOn(Filter filter, Call call, String... names) {
    assertThat(pass(filter, call).succeeded()).isTrue();
    assertThat(passed.attachments()).containsOnlyKeys(names);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "remote.application",
        "Remote.Application",
        "json:remote.application",
        "token",
        "dubbo.tag",
        "_TO",
        "async",
        "timeout",
        "sys_callback_arg-1",
        "_isCallBackServiceInvoke"
      })
  void overHttpWhatSteersIsRefused(String name) {
    String bare = name.replace("json:", "").toLowerCase(java.util.Locale.ROOT);
    assertRefused(
        allowing(),
        call(WireProtocol.HTTP, name),
        Status.BAD_REQUEST,
        ("attachment %1$s: Dubbo itself goes by it; callers may set it where the agent has"
                + " --attachment-allow %1$s, or an access rule for them with may: [%1$s]")
            .formatted(bare));
    assertGoOn(allowing(bare), call(WireProtocol.HTTP, name), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"path", "Interface", "json:group", "version", "generic"})
  void whatTheTargetSaysNoCallerOverHttpDoes(String name) {
    String bare = name.replace("json:", "").toLowerCase(Locale.ROOT);
    assertRefused(
        allowing(),
        call(WireProtocol.HTTP, name),
        Status.BAD_REQUEST,
        "attachment %s: the mesh itself says this to the provider; the target decides it"
            .formatted(bare));
    assertGoOn(allowing(), call(WireProtocol.LINK, name), name);
  }

  @Test
  void aStarStandsForNothingThatSteers() {
    Call call = call(WireProtocol.HTTP, "dubbo.tag");
    assertThat(pass(allowing("*", "dubbo.*"), call).failed()).isTrue();
  }

  @Test
  void whatARuleLetsThisCallerSetGoesOn() {
    Call call = call(WireProtocol.HTTP, "Registry_Zone", "trace");
    call.record().allow(Set.of("registry_zone", "trace"));
    assertGoOn(allowing("other"), call, "Registry_Zone", "trace");
  }

  @ParameterizedTest
  @CsvSource({"dubbo.tag", "token", "generic", "registry_zone", "dubbo.stub.event"})
  void inMetadataWhatSteersOnPurposeIsRefused(String name) {
    assertThat(pass(allowing(), call(WireProtocol.GRPC, name)).failed()).isTrue();
    assertThat(pass(allowing(), call(WireProtocol.CONNECT, name)).failed()).isTrue();
  }

  @Test
  void whatATripleClientSaysUnaskedIsLeftOutAndAServersOwnWordsGoOn() {
    assertGoOn(
        allowing(),
        call(
            WireProtocol.GRPC,
            "remote.application",
            "tri-consumer-appname",
            "timeout",
            "id",
            "version",
            "address",
            "user-agent"),
        "id",
        "version",
        "address",
        "user-agent");
  }

  @Test
  void ofAListNothingElseGoesOnInMetadataButWhatGrpcNeeds() {
    assertGoOn(
        allowing("x-tenant"),
        call(
            WireProtocol.GRPC,
            "x-tenant",
            "authorization",
            "user-agent",
            "content-type",
            "grpc-encoding",
            "Told-As"),
        "x-tenant",
        "content-type",
        "grpc-encoding",
        "Told-As");
  }

  @Test
  void ofAListWhatIsAskedForOverHttpIsRefusedAndAHeaderOfTracesLeftOut() {
    Map<String, String> headers = Map.of("baggage", "a=b");
    assertGoOn(
        allowing("traceparent"),
        call(WireProtocol.HTTP, headers, "m", "baggage", "traceparent"),
        "traceparent");
    assertRefused(
        allowing("traceparent"),
        call(WireProtocol.HTTP, "colour"),
        Status.BAD_REQUEST,
        "attachment colour: callers may set those of --attachment-allow, and colour isn't among"
            + " them");
  }

  @Test
  void whatAnotherAgentSendsAlongIsLeftOutToo() {
    assertGoOn(allowing("a"), call(WireProtocol.LINK, "a", "b"), "a");
  }

  @Test
  void theAgentsOwnCallsAreNotLookedAt() {
    assertGoOn(allowing("a"), call(WireProtocol.NONE, "dubbo.tag"), "dubbo.tag");
  }

  @Test
  void whatADubboRequestCarriesIsRefusedIfItSteersOnPurpose() {
    Call call = call(WireProtocol.DUBBO);
    call.record().carries(Map.of("dubbo.tag", "gray"));
    assertThat(pass(allowing(), call).failed()).isTrue();
    Call let = call(WireProtocol.DUBBO);
    let.record().carries(Map.of("dubbo.tag", "gray", "x-tenant", "a limit is about it"));
    assertGoOn(allowing("dubbo.tag"), let);
  }

  @ParameterizedTest
  @EnumSource(ReservedMethods.Kind.class)
  void methodsOfDubbosOwnAreForThisMachineOrForAllIfTheyAreNamed(ReservedMethods.Kind kind) {
    String method = kind == ReservedMethods.Kind.ECHO ? "$echo" : "$invokeAsync";
    String name = kind.name().toLowerCase(java.util.Locale.ROOT);
    Call far = call(WireProtocol.DUBBO, Map.of(), method);
    assertRefused(
        new ReservedMethods(Set.of(), access, "here"),
        far,
        Status.DENIED,
        "method %s: it is Dubbo's own, and isn't for consumers on other machines; expected"
                .formatted(method)
            + " --dubbo-allow "
            + name);
    assertGoOn(
        new ReservedMethods(Set.of(kind), access, "here"),
        call(WireProtocol.DUBBO, Map.of(), method));
    Call near = call(WireProtocol.DUBBO, Map.of(), method);
    near.record().came(new Came(WireProtocol.DUBBO, Map.of(), true), 0);
    assertGoOn(new ReservedMethods(Set.of(), access, "here"), near);
  }

  @Test
  void othersWithADollarCannotBeNamed() {
    ReservedMethods all =
        new ReservedMethods(Set.of(ReservedMethods.Kind.values()), access, "here");
    assertThat(pass(all, call(WireProtocol.DUBBO, Map.of(), "$new")).cause())
        .hasMessageEndingWith("expected a method of the service");
    assertThat(pass(all, call(WireProtocol.DUBBO, Map.of(), "new$")).succeeded()).isTrue();
  }

  /** A Triple provider gives attachments the names that this says. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x-a\":\"dubbo.tag\"}",
        "%7B%22x-a%22%3A%22token%22%7D",
        "{\"userid\":\"userId\",\"x-a\":\"token\"}",
        "{\"x-a\":{}}",
        "{'x-a':'token'}",
        "{\"x-a\":\"X-A\"},{\"x-a\":\"token\"}",
        "%7",
        ""
      })
  void whatGivesAnAttachmentAnotherNameIsRefused(String value) {
    Call call = call(WireProtocol.GRPC, "x-a", "tri-header-convert");
    call.attach("tri-header-convert", value);
    assertRefused(
        allowing(),
        call,
        Status.BAD_REQUEST,
        "attachment tri-header-convert: Dubbo itself goes by it; callers may set it where the agent"
            + " has --attachment-allow tri-header-convert, or an access rule for them with may:"
            + " [tri-header-convert]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"userid\":\"userId\"}", "%7B%22userid%22%3A%22USERID%22%7D", "{}"})
  void howTripleWritesANameInCapitalsGoesOn(String value) {
    Call call = call(WireProtocol.GRPC, "userid", "tri-header-convert");
    call.attach("tri-header-convert", value);
    assertGoOn(allowing(), call, "userid", "tri-header-convert");
  }
}
