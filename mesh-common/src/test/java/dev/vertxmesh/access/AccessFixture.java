package dev.vertxmesh.access;

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
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.telemetry.MeshMeters;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A filter with a file of rules, and calls for it. */
abstract class AccessFixture {

  /** What a second header's name ends with here. */
  static final String AGAIN = " again";

  static final String SERVICE = "a.Orders";

  @TempDir Path folder;
  final List<Call> passed = new ArrayList<>();
  final MeshMeters meters = new MeshMeters("mesh-sample", "1");
  Path file;

  /** A call's origin as a test says it. */
  record Came(WireProtocol protocol, Map<String, String> headers, SSLSession tls)
      implements Origin {

    @Override
    public SocketAddress peer() {
      return SocketAddress.inetSocketAddress(4711, "10.0.0.1");
    }

    @Override
    public String header(String name) {
      return headers.get(name);
    }

    @Override
    public boolean repeats(String name) {
      return headers.containsKey(name + AGAIN);
    }
  }

  @BeforeEach
  void write() throws IOException {
    file = folder.resolve("access.yaml");
    Files.writeString(
        folder.resolve("keys.yaml"),
        "keys: [{name: shop, groups: [partners], sha256: %s}]"
            .formatted(KeysTest.hash("the key of the shop")));
    rules("{who: [\"group:partners\", \"certificate:*\"], services: [a.Orders], then: allow}");
  }

  void rules(String rule) throws IOException {
    Files.writeString(
        file,
        "access:\n  keys: keys.yaml\n  rules:\n    - %s # %d\n".formatted(rule, rule.length()));
  }

  AccessFilter filter(LinkTrust trust, String toldAs) {
    return new AccessFilter(
        Access.open(null, file.toString(), meters),
        "here",
        trust,
        ClientCertificates.ASKED,
        toldAs);
  }

  static Call call(Origin origin, Map<String, String> attachments) {
    ByteBuf payload = Unpooled.buffer().writeByte(1);
    Target target = new Target(ServiceKey.of(SERVICE), "place", "");
    Call call = new Call(target, Encoding.JSON, payload, attachments, Deadline.none(0));
    call.record().came(origin, 0);
    return call;
  }

  static Call byHttp(Map<String, String> headers, Map<String, String> attachments) {
    return call(new Came(WireProtocol.HTTP, headers, null), attachments);
  }

  Future<Reply> pass(AccessFilter filter, Call call) {
    return filter.apply(
        call,
        next -> {
          passed.add(next);
          return Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, Unpooled.EMPTY_BUFFER));
        });
  }

  static CallFailure refused(Call call, Future<Reply> reply) {
    assertThat(reply.failed()).isTrue();
    assertThat(call.payload().refCnt()).as("who refuses a call releases it").isZero();
    return (CallFailure) reply.cause();
  }
}
