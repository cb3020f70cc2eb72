package dev.vertxmesh.bench.load;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;

/**
 * A Dubbo provider that has one answer for every call, and a gRPC server that answers each message
 * with itself, on an event loop of their own. What they take doesn't count, so they take little: a
 * real provider takes more than both agents.
 */
public final class CheapPeers implements AutoCloseable {
  public static final String ECHO = "dev.vertxmesh.bench.Echo";

  /** Of {@code hash}, which the only answer is right for. */
  static final String ARGUMENT = "Tom".repeat(20);

  private static final int OK = 20;
  private static final int MOST_STREAMS = 10_000;
  private static final String UNIMPLEMENTED = "12";

  /** A result without attachments, then an int; as hessian2 has them. */
  private static final byte[] DUBBO_RESULT = {(byte) 0x91, 'I'};

  private static final byte[] DUBBO_NULL = {'N'};

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final int dubboPort;
  private final int grpcPort;

  /** Both serve by then. */
  public CheapPeers() {
    dubboPort =
        Loops.await(
                vertx
                    .createNetServer(new NetServerOptions().setHost("127.0.0.1").setPort(0))
                    .connectHandler(CheapPeers::dubbo)
                    .listen())
            .actualPort();
    grpcPort =
        Loops.await(vertx.createHttpServer(http2()).requestHandler(CheapPeers::echo).listen())
            .actualPort();
  }

  /** With windows in which the longest message has room. */
  private static HttpServerOptions http2() {
    return new HttpServerOptions()
        .setHost("127.0.0.1")
        .setPort(0)
        .setHttp2ConnectionWindowSize(Loops.WINDOW)
        .setInitialSettings(
            new Http2Settings()
                .setInitialWindowSize(Loops.WINDOW)
                .setMaxConcurrentStreams(MOST_STREAMS));
  }

  public int dubboPort() {
    return dubboPort;
  }

  public int grpcPort() {
    return grpcPort;
  }

  /** What a form's or a JSON call is answered with. */
  static Buffer httpAnswer() {
    return Buffer.buffer(String.valueOf(ARGUMENT.hashCode()));
  }

  /** A message for the echo, with gRPC's prefix. */
  static Buffer grpcMessage(int bytes) {
    return Buffer.buffer().appendByte((byte) 0).appendInt(bytes).appendBytes(new byte[bytes]);
  }

  /** Whether it's the only right answer, whatever attachments come behind it. */
  static boolean isDubboAnswer(ByteBuf body) {
    return body.readableBytes() >= 6
        && (body.getByte(body.readerIndex()) == (byte) 0x91
            || body.getByte(body.readerIndex()) == (byte) 0x94)
        && body.getByte(body.readerIndex() + 1) == 'I'
        && body.getInt(body.readerIndex() + 2) == ARGUMENT.hashCode();
  }

  private static void dubbo(NetSocket socket) {
    ByteBuf out = Unpooled.buffer();
    DubboDecoder decoder =
        new DubboDecoder(
            UnpooledByteBufAllocator.DEFAULT,
            DubboDecoder.DEFAULT_MAX_BODY,
            (flags, status, id, body) -> answer(out, flags, id));
    socket.handler(
        bytes -> {
          try {
            decoder.feed(Unpooled.wrappedBuffer(bytes.getBytes()));
          } catch (DubboCodecException e) {
            socket.close(); // agents ask Dubbo's shell on the same port; there's none here
            return;
          }
          if (out.isReadable()) {
            socket.write(Buffer.buffer(ByteBufUtil.getBytes(out)));
            out.clear();
          }
        });
    socket.exceptionHandler(error -> {}); // who goes closes it, too
    socket.closeHandler(gone -> decoder.close());
  }

  private static void answer(ByteBuf out, int flags, long id) {
    if (!DubboHeader.isRequest(flags) || !DubboHeader.isTwoWay(flags)) {
      return;
    }
    boolean event = DubboHeader.isEvent(flags);
    out.writeShort(DubboHeader.MAGIC);
    out.writeByte(DubboHeader.HESSIAN2 | (event ? DubboHeader.EVENT : 0));
    out.writeByte(OK).writeLong(id);
    if (event) {
      out.writeInt(DUBBO_NULL.length).writeBytes(DUBBO_NULL);
    } else {
      out.writeInt(DUBBO_RESULT.length + Integer.BYTES).writeBytes(DUBBO_RESULT);
      out.writeInt(ARGUMENT.hashCode());
    }
  }

  private static void echo(HttpServerRequest request) {
    if (!request.path().equals("/" + ECHO + "/Echo")) {
      HttpServerResponse response = request.response();
      response.putHeader("content-type", "application/grpc");
      response.putHeader("grpc-status", UNIMPLEMENTED).end(); // such as the health service
      return;
    }
    request
        .body()
        .onSuccess(
            message -> {
              HttpServerResponse response = request.response();
              response.putHeader("content-type", "application/grpc");
              response.putTrailer("grpc-status", "0");
              response.setChunked(true).end(message);
            });
  }

  /** As a form has it. */
  static Buffer form() {
    return Buffer.buffer(
        "interface="
            + Commands.HELLO
            + "&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter="
            + ARGUMENT,
        StandardCharsets.US_ASCII.name());
  }

  @Override
  public void close() {
    Loops.await(vertx.close());
  }
}
