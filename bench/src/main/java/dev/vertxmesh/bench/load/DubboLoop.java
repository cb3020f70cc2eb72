package dev.vertxmesh.bench.load;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.concurrent.TimeUnit;

/** One and the same Dubbo request over one connection, as Dubbo's clients have. */
final class DubboLoop implements ClosedLoop {
  private static final RequestTemplate HASH =
      new RequestTemplate(
          Serialization.HESSIAN2,
          RequestTemplate.PROTOCOL_VERSION,
          Commands.HELLO,
          "",
          "hash",
          "Ljava/lang/String;",
          RequestTemplate.attachments(Commands.HELLO, Commands.HELLO, "", ""));

  private final Vertx vertx;
  private final NetClient client;
  private final NetSocket socket;
  private final int inFlight;
  private final DubboDecoder decoder =
      new DubboDecoder(
          UnpooledByteBufAllocator.DEFAULT, DubboDecoder.DEFAULT_MAX_BODY, this::onMessage);
  private final ByteBuf out = Unpooled.buffer();
  private long lastId;
  private int waiting;
  private boolean over = true;
  private boolean closed;
  private long calls;
  private long errors;
  private String firstError;
  private Promise<Seen> end = Promise.promise();

  private DubboLoop(Vertx vertx, NetClient client, NetSocket socket, int inFlight) {
    this.vertx = vertx;
    this.client = client;
    this.socket = socket;
    this.inFlight = inFlight;
    socket.handler(this::feed);
    socket.exceptionHandler(error -> {}); // its end comes, too
    socket.closeHandler(gone -> lost());
  }

  static Future<ClosedLoop> connect(Vertx vertx, int port, int inFlight) {
    NetClient client = vertx.createNetClient();
    return client
        .connect(port, "127.0.0.1")
        .map(socket -> new DubboLoop(vertx, client, socket, inFlight));
  }

  @Override
  public Future<Seen> turn(int millis) {
    end = Promise.promise();
    calls = 0;
    errors = 0;
    firstError = null;
    if (closed) {
      return Future.succeededFuture(new Seen(0, inFlight, "the connection was closed"));
    }
    over = false;
    vertx.timer(millis, TimeUnit.MILLISECONDS).onSuccess(done -> over = true);
    waiting = inFlight;
    for (int i = 0; i < inFlight; i++) {
      ask();
    }
    flush();
    return end.future();
  }

  private void ask() {
    int at = HASH.begin(out, ++lastId);
    HessianWriter.writeString(out, CheapPeers.ARGUMENT);
    HASH.end(out, at);
  }

  /** What one piece of input leads to leaves together. */
  private void flush() {
    if (out.isReadable()) {
      socket.write(Buffer.buffer(ByteBufUtil.getBytes(out)));
      out.clear();
    }
  }

  private void feed(Buffer bytes) {
    decoder.feed(Unpooled.wrappedBuffer(bytes.getBytes()));
    flush();
    if (waiting == 0) {
      finish();
    }
  }

  private void onMessage(int flags, int status, long id, ByteBuf body) {
    if (DubboHeader.isRequest(flags)) {
      return; // a heartbeat, which nobody waits for
    }
    if (status == DubboStatus.OK.code() && CheapPeers.isDubboAnswer(body)) {
      calls++;
    } else {
      errors++;
      firstError = firstError == null ? status + " " + ByteBufUtil.hexDump(body) : firstError;
    }
    if (over || errors > 0) {
      waiting--;
    } else {
      ask();
    }
  }

  private void lost() {
    closed = true;
    decoder.close();
    errors += waiting;
    waiting = 0;
    firstError = firstError == null ? "the connection was closed" : firstError;
    finish();
  }

  private void finish() {
    end.tryComplete(new Seen(calls, errors, firstError));
  }

  @Override
  public Future<?> close() {
    return client.close();
  }
}
