package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResetsTest {

  private static final int PREFACE = 24;
  private static final int HEAD = 9;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;

  /** {@code :status: 200}. */
  private static final Buffer STATUS_200 = Buffer.buffer(new byte[] {(byte) 0x88});

  private static final int CANCEL = 8;
  private static final int END_STREAM = 1;
  private static final String PRI = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  /** {@code :method: GET}, {@code :scheme: http}, {@code :path: /}, and an {@code :authority}. */
  private static final byte[] GET = {(byte) 0x82, (byte) 0x86, (byte) 0x84, 0x41};

  /** More than Netty lets be reset within 30 s. */
  private static final int ON_ITS_WAY = 300;

  private static final int MANY = 90; // of the 100 that Vert.x begins with at most

  /** Frames of a call within some ten others. */
  private static final int DEEP = 200;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger resets = new AtomicInteger();
  private final AtomicInteger pongs = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger deepest = new AtomicInteger();
  private HttpClientAgent client; // which Vert.x closes once nobody refers to it
  private NetClient netClient; // as this one

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }

  /** A server whose answer doesn't end, and that hears of a reset late. */
  private class Endless {
    private final NetSocket socket;
    private Buffer read = Buffer.buffer();
    private int at = PREFACE;

    Endless(NetSocket socket) {
      this.socket = socket;
      socket.handler(this::onBytes);
      write(SETTINGS, 0, 0, Buffer.buffer());
    }

    final void write(int type, int flags, int stream, Buffer payload) {
      socket.write(
          Buffer.buffer()
              .appendMedium(payload.length())
              .appendByte((byte) type)
              .appendByte((byte) flags)
              .appendInt(stream)
              .appendBuffer(payload));
    }

    private void onBytes(Buffer bytes) {
      read.appendBuffer(bytes);
      while (read.length() >= at + HEAD && read.length() >= at + HEAD + read.getMedium(at)) {
        onFrame(read.getByte(at + 3), read.getByte(at + 4), read.getInt(at + 5));
        at += HEAD + read.getMedium(at);
      }
    }

    private void onFrame(int type, int flags, int stream) {
      if (type == SETTINGS && flags != ACK) {
        write(SETTINGS, ACK, 0, Buffer.buffer());
      } else if (type == HEADERS) {
        onHeaders(stream);
      } else if (type == RST_STREAM && resets.incrementAndGet() == 1) {
        for (int i = 0; i < ON_ITS_WAY; i++) {
          write(DATA, 0, stream, Buffer.buffer("x"));
        }
        write(PING, 0, 0, Buffer.buffer("01234567"));
      } else if (type == PING && flags == ACK) {
        pongs.incrementAndGet();
      } else if (type == PING) {
        write(PING, ACK, 0, Buffer.buffer("01234567"));
      }
    }

    void onHeaders(int stream) {
      write(HEADERS, END_HEADERS, stream, STATUS_200);
      write(DATA, 0, stream, Buffer.buffer("x"));
    }
  }

  private HttpClientConnection connected(Handler<NetSocket> server) throws Exception {
    return connected(vertx.getOrCreateContext(), server);
  }

  private HttpClientConnection connected(Context loop, Handler<NetSocket> server) throws Exception {
    int port =
        get(vertx.createNetServer().connectHandler(server).listen(0, "127.0.0.1")).actualPort();
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    Promise<HttpClientConnection> connected = Promise.promise();
    HttpConnectOptions to = new HttpConnectOptions().setHost("127.0.0.1").setPort(port);
    loop.runOnContext(v -> client.connect(to).onComplete(connected));
    HttpClientConnection connection = get(connected.future());
    Resets.once(connection);
    return connection;
  }

  @Test
  void aStreamIsResetOnceHoweverMuchOfItIsOnItsWay() throws Exception {
    HttpClientConnection connection = connected(Endless::new);
    HttpClientRequest request = get(connection.request(new RequestOptions().setURI("/")));
    request.exceptionHandler(e -> {});
    get(request.send());
    get(request.reset(8));
    await().until(() -> pongs.get() == 1);
    assertThat(resets).hasValue(1);
  }

  /**
   * A reset that can't be written ends the connection, and Vert.x tells all other streams. Each of
   * them was reset within the reset before it, until the stack overflowed.
   */
  @Test
  void whoResetsEachStreamOfAConnectionThatIsGoneIsToldOneByOne() throws Exception {
    Promise<NetSocket> server = Promise.promise();
    Context loop = vertx.getOrCreateContext();
    HttpClientConnection connection =
        connected(
            loop,
            socket -> {
              new Silent(socket);
              server.complete(socket);
            });
    HttpClientRequest first = get(begin(loop, connection));
    for (int i = 0; i < MANY; i++) {
      HttpClientRequest request = get(begin(loop, connection));
      loop.runOnContext(begun -> request.response().onFailure(gone -> onGone(request)));
    }
    loop.runOnContext(
        all -> {
          holdWrites(connection);
          first.reset(CANCEL);
        });
    get(server.future().compose(NetSocket::close));
    await().until(() -> answered.get() == MANY);
    assertThat(deepest.get()).isLessThan(DEEP);
  }

  private static Future<HttpClientRequest> begin(Context loop, HttpClientConnection connection) {
    Promise<HttpClientRequest> begun = Promise.promise();
    loop.runOnContext(
        v ->
            connection
                .request(new RequestOptions().setURI("/"))
                .onSuccess(request -> request.exceptionHandler(e -> {}).sendHead())
                .onComplete(begun));
    return begun.future();
  }

  private void onGone(HttpClientRequest request) {
    long depth = StackWalker.getInstance().walk(Stream::count);
    deepest.accumulateAndGet((int) depth, Math::max);
    answered.incrementAndGet();
    request.reset(CANCEL);
  }

  /** What is written from now on waits until the connection's end. */
  private static void holdWrites(HttpClientConnection connection) {
    ChannelHandlerContext handler = Sockets.of(connection);
    handler
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void flush(ChannelHandlerContext ctx) {}
            });
  }

  /** A server that answers nothing. */
  private final class Silent extends Endless {

    Silent(NetSocket socket) {
      super(socket);
    }

    @Override
    void onHeaders(int stream) {}
  }

  /** A server that goes on with the first stream and resets all others. */
  private final class Resetting extends Endless {

    Resetting(NetSocket socket) {
      super(socket);
    }

    @Override
    void onHeaders(int stream) {
      if (stream > 1) {
        write(RST_STREAM, 0, stream, Buffer.buffer().appendInt(CANCEL));
      } else {
        super.onHeaders(stream);
      }
    }
  }

  @Test
  void aServerThatResetsManyStreamsDoesNotTakeTheOthersWithThem() throws Exception {
    HttpClientConnection connection = connected(Resetting::new);
    HttpClientRequest first = get(connection.request(new RequestOptions().setURI("/")));
    AtomicInteger broken = new AtomicInteger();
    first.exceptionHandler(e -> broken.incrementAndGet());
    get(first.send()).exceptionHandler(e -> broken.incrementAndGet());
    for (int i = 0; i < ON_ITS_WAY; i++) {
      Future<?> other =
          connection
              .request(new RequestOptions().setURI("/"))
              .compose(
                  request -> {
                    request.exceptionHandler(e -> {});
                    return request.send();
                  });
      get(other.otherwiseEmpty());
    }
    assertThat(get(pong(connection))).isNotNull();
    assertThat(broken).hasValue(0);
  }

  /**
   * On the connection's own event loop: another thread may only begin to wait for the pong once
   * it's there, and Vert.x has nobody to tell of it.
   */
  private static Future<Buffer> pong(HttpClientConnection connection) {
    Promise<Buffer> pong = Promise.promise();
    Sockets.of(connection)
        .executor()
        .execute(() -> connection.ping(Buffer.buffer("01234567")).onComplete(pong));
    return pong.future();
  }

  private static Buffer frame(int type, int flags, int stream, Buffer payload) {
    return Buffer.buffer()
        .appendMedium(payload.length())
        .appendByte((byte) type)
        .appendByte((byte) flags)
        .appendInt(stream)
        .appendBuffer(payload);
  }

  /** The end of the first answer waits behind its body until all that has come was read. */
  @Test
  void whoLeavesWhileTheEndOfItsAnswerWaitsTakesNoOtherCallWithIt() throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .connectionHandler(Resets::once)
            .requestHandler(
                request -> request.response().putTrailer("status", "0").end(request.path()));
    int port = get(server.listen(0, "127.0.0.1")).actualPort();
    netClient = vertx.createNetClient();
    NetSocket socket = get(netClient.connect(port, "127.0.0.1"));
    Buffer read = Buffer.buffer();
    socket.handler(bytes -> onAnswers(read.appendBuffer(bytes)));
    Buffer request = Buffer.buffer().appendBytes(GET).appendByte((byte) 1).appendString("x");
    socket.write(
        Buffer.buffer(PRI)
            .appendBuffer(frame(SETTINGS, 0, 0, Buffer.buffer()))
            .appendBuffer(frame(HEADERS, END_STREAM | END_HEADERS, 1, request))
            .appendBuffer(frame(RST_STREAM, 0, 1, Buffer.buffer().appendInt(CANCEL)))
            .appendBuffer(frame(HEADERS, END_STREAM | END_HEADERS, 3, request)));

    await().until(() -> answered.get() == 3);
  }

  /** Notes whose headers came last. */
  private void onAnswers(Buffer read) {
    int at = 0;
    while (read.length() >= at + HEAD && read.length() >= at + HEAD + read.getMedium(at)) {
      if (read.getByte(at + 3) == HEADERS) {
        answered.set(read.getInt(at + 5));
      }
      at += HEAD + read.getMedium(at);
    }
  }
}
