package dev.vertxmesh.access.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.access.AccessFilter;
import dev.vertxmesh.access.LinkTrust;
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
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller whose token has expired keeps nobody out who shares its address. */
class LateTokensTest {

  private static final Signer EC = new Signer("ES256", "e");

  @TempDir Path folder;

  private record Came(String header) implements Origin {

    @Override
    public WireProtocol protocol() {
      return WireProtocol.HTTP;
    }

    @Override
    public SocketAddress peer() {
      return SocketAddress.inetSocketAddress(4711, "10.0.0.1");
    }

    @Override
    public String header(String name) {
      return name.equalsIgnoreCase("authorization") ? header : null;
    }
  }

  private static Status refusal(AccessFilter filter, String token) {
    Target target = new Target(ServiceKey.of("a.B"), "m", "");
    Call call =
        new Call(
            target,
            Encoding.JSON,
            Unpooled.buffer().writeByte(1),
            new HashMap<>(),
            Deadline.none(0));
    call.record().came(new Came("Bearer " + token), 0);
    Future<Reply> reply = filter.apply(call, next -> Future.failedFuture("it passed"));
    assertThat(call.payload().refCnt()).isZero();
    return ((CallFailure) reply.cause()).status();
  }

  private static String ended(int user) {
    return EC.sign(
        new JsonObject()
            .put("iss", "https://issuer")
            .put("aud", "mesh")
            .put("sub", "user " + user)
            .put("exp", 1_000_000_000));
  }

  @Test
  void aTokenThatHasExpiredIsNoGuess() throws IOException {
    Files.writeString(folder.resolve("keys.json"), Signer.set(EC).encode());
    Path file = folder.resolve("access.yaml");
    Files.writeString(
        file,
        """
        access:
          guesses: 3
          jwt:
            - {issuer: "https://issuer", audience: [mesh], jwks: keys.json}
          rules:
            - {who: ["token:*"], services: [a.B], then: allow}
        """);
    Access access = Access.open(null, file.toString(), new MeshMeters("mesh-sample", "1"));
    AccessFilter filter =
        new AccessFilter(access, "here", LinkTrust.NEVER, ClientCertificates.ASKED, null);
    for (int i = 0; i < 10; i++) {
      assertThat(refusal(filter, ended(i))).isEqualTo(Status.UNAUTHENTICATED);
    }
    for (int i = 0; i < 3; i++) {
      assertThat(refusal(filter, "a.guess." + i)).isEqualTo(Status.UNAUTHENTICATED);
    }
    assertThat(refusal(filter, ended(11))).isEqualTo(Status.LIMITED);
  }
}
