package dev.vertxmesh.bench.soak;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A Dubbo consumer's connection; made by the first call, and anew once it was lost. */
final class DubboCaller implements Caller {
  private static final RequestTemplate HASH =
      new RequestTemplate(
          Serialization.HESSIAN2,
          RequestTemplate.PROTOCOL_VERSION,
          Commands.HELLO,
          "",
          "hash",
          "Ljava/lang/String;",
          RequestTemplate.attachments(Commands.HELLO, Commands.HELLO, "", ""));

  private final NetClient client;
  private final int port;
  private final SplittableRandom random;
  private final Map<Long, Waiting> waiting = new HashMap<>();
  private Future<NetSocket> socket;
  private long lastId;

  private record Waiting(Promise<Failure> promise, int hash) {}

  DubboCaller(NetClient client, int port, SplittableRandom random) {
    this.client = client;
    this.port = port;
    this.random = random;
  }

  @Override
  public Future<Failure> call() {
    if (socket == null) {
      socket = client.connect(port, "127.0.0.1").onSuccess(this::use).onFailure(e -> socket = null);
    }
    return socket.compose(this::ask).otherwise(Failure::connection);
  }

  private Future<Failure> ask(NetSocket connected) {
    String text = Question.text(random);
    long id = ++lastId;
    Waiting call = new Waiting(Promise.promise(), text.hashCode());
    waiting.put(id, call);
    ByteBuf out = Unpooled.buffer();
    int at = HASH.begin(out, id);
    HessianWriter.writeString(out, text);
    HASH.end(out, at);
    connected
        .write(Buffer.buffer(ByteBufUtil.getBytes(out)))
        .onFailure(error -> call.promise.tryComplete(Failure.connection(error)));
    return call.promise.future();
  }

  private void use(NetSocket connected) {
    DubboDecoder decoder =
        new DubboDecoder(
            UnpooledByteBufAllocator.DEFAULT, DubboDecoder.DEFAULT_MAX_BODY, this::onMessage);
    connected.handler(bytes -> decoder.feed(Unpooled.wrappedBuffer(bytes.getBytes())));
    connected.exceptionHandler(e -> {}); // its end comes, too
    connected.closeHandler(
        end -> {
          decoder.close();
          socket = null;
          lose();
        });
  }

  private void lose() {
    Map<Long, Waiting> lost = new HashMap<>(waiting);
    waiting.clear();
    lost.values()
        .forEach(call -> call.promise.tryComplete(new Failure("connection", "it was closed")));
  }

  private void onMessage(int flags, int status, long id, ByteBuf body) {
    Waiting call = DubboHeader.isRequest(flags) ? null : waiting.remove(id);
    if (call != null) {
      call.promise.tryComplete(judge(call, status, DubboHeader.serialization(flags), body));
    }
  }

  private static Failure judge(Waiting call, int status, int serialization, ByteBuf body) {
    if (status != DubboStatus.OK.code()) {
      return Failure.dubbo(status, ResultReader.readReason(serialization, body));
    }
    Object value = ResultReader.read(serialization, body).value();
    boolean right = value instanceof Integer hash && hash == call.hash;
    return right ? null : new Failure("wrong", String.valueOf(value));
  }

  @Override
  public Future<?> close() {
    return socket == null ? Future.succeededFuture() : socket.compose(NetSocket::close);
  }
}
