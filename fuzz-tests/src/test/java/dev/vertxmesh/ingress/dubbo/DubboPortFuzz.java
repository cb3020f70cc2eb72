package dev.vertxmesh.ingress.dubbo;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.fuzz.HessianScript;
import dev.vertxmesh.fuzz.Port;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.net.SocketSetup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HexFormat;
import java.util.Set;

/**
 * The port for Dubbo's consumers over a real socket: each connection ends once its consumer has
 * ended, nothing is thrown on the event loop, and a good call is answered after each.
 */
class DubboPortFuzz {

  /** Where it is in an answer's head. */
  private static final int STATUS = 3;

  private static final byte[] GOOD = good();

  private static Port port;

  /** What a script of zeros says: a request to a.B. */
  private static byte[] good() {
    byte[] body = HessianScript.request(new Script(new byte[0]));
    ByteBuf out = Unpooled.buffer();
    out.writeShort(0xdabb).writeByte(0xc2).writeByte(0).writeLong(1);
    out.writeInt(body.length).writeBytes(body);
    byte[] bytes = ByteBufUtil.getBytes(out);
    out.release();
    return bytes;
  }

  /** Not of the class itself: the event loop needs it to be ready. */
  private static synchronized Port port() {
    port = port == null ? listen() : port;
    return port;
  }

  private static Port listen() {
    Vertx vertx = Vertx.vertx();
    Promise<Integer> listening = Promise.promise();
    DubboIngressOptions options =
        new DubboIngressOptions(
            100_000,
            250_000,
            100,
            100_000,
            700,
            60_000,
            10_000,
            0,
            "mesh",
            false,
            Set::of,
            name -> false);
    vertx.runOnContext(
        v ->
            new DubboIngress(
                    vertx,
                    DubboPortFuzz::call,
                    () -> false,
                    options,
                    ConnectionRoom.ENDLESS,
                    IngressObserver.NONE,
                    System::nanoTime)
                .listen(SocketSetup.listener(0), null)
                .onComplete(listening));
    return new Port(vertx, listening.future().toCompletionStage().toCompletableFuture().join());
  }

  private static Future<Reply> call(Call call) {
    call.payload().release();
    ByteBuf answer = Unpooled.buffer().writeBytes(new byte[] {(byte) 0x91, (byte) 0x95});
    return Future.succeededFuture(new Reply(Status.OK, Encoding.HESSIAN2_BODY, answer));
  }

  @FuzzTest
  void connections(byte[] input) {
    if (input.length > 0) {
      Script script = new Script(input, 1);
      port().send(input[0] < 0 ? requests(script) : script.rest());
      byte[] answer = port().ask(GOOD, DubboHeader.SIZE);
      if (answer.length < DubboHeader.SIZE || answer[STATUS] != DubboStatus.OK.code()) {
        throw new AssertionError(
            "a good call is answered with '%s'".formatted(HexFormat.of().formatHex(answer)));
      }
    }
  }

  private static byte[] requests(Script script) {
    ByteBuf out = Unpooled.buffer();
    for (int i = 1 + script.below(3); i > 0; i--) {
      int flags = script.pick(0xc2, 0x82, 0xe2, 0xc6, 0xd7, 0x02, 0x22);
      byte[] body = script.truth() ? HessianScript.request(script) : script.take(script.next());
      out.writeShort(0xdabb).writeByte(flags).writeByte(0).writeLong(script.below(4));
      out.writeInt(body.length + (script.next() == 1 ? 1 : 0)).writeBytes(body);
    }
    byte[] bytes = ByteBufUtil.getBytes(out);
    out.release();
    return bytes;
  }
}
