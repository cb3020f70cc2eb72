package dev.vertxmesh.bench.load;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Makes closed loops, all on one event loop, and waits for their turns. */
public final class Loops implements AutoCloseable {
  /** For a turn's last answers on a machine where everything takes its time. */
  private static final int PATIENCE_SECONDS = 120;

  private static final int GRPC_BYTES = 60;

  /** Bytes that may be on their way, of a stream as of a connection: windows aren't measured. */
  static final int WINDOW = 16 << 20;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final Context context = vertx.getOrCreateContext();

  /** The contest's form, a connection for each call in flight. */
  public ClosedLoop form(int port, int inFlight) {
    return http1(port, inFlight, "/", "application/x-www-form-urlencoded", CheapPeers.form());
  }

  /** A JSON array of arguments, a connection for each call in flight. */
  public ClosedLoop json(int port, int inFlight) {
    Buffer body = Buffer.buffer("[\"" + CheapPeers.ARGUMENT + "\"]");
    return http1(port, inFlight, "/" + Commands.HELLO + "/hash", "application/json", body);
  }

  private ClosedLoop http1(int port, int inFlight, String path, String type, Buffer body) {
    RequestOptions request = post(port, path).putHeader("content-type", type);
    return http(
        new HttpClientOptions(),
        new PoolOptions().setHttp1MaxSize(inFlight),
        inFlight,
        request,
        body,
        CheapPeers.httpAnswer());
  }

  /** A unary call over one HTTP/2 connection. */
  public ClosedLoop grpc(int port, int inFlight) {
    return grpc(port, inFlight, GRPC_BYTES);
  }

  /**
   * The same with messages of one's own length.
   *
   * @param bytes of the request and of the answer
   */
  public ClosedLoop grpc(int port, int inFlight, int bytes) {
    RequestOptions request =
        post(port, "/" + CheapPeers.ECHO + "/Echo")
            .putHeader("content-type", "application/grpc")
            .putHeader("te", "trailers");
    HttpClientOptions http2 =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false)
            .setHttp2ConnectionWindowSize(WINDOW)
            .setInitialSettings(new Http2Settings().setInitialWindowSize(WINDOW));
    Buffer message = CheapPeers.grpcMessage(bytes);
    return http(http2, new PoolOptions().setHttp2MaxSize(1), inFlight, request, message, message);
  }

  private ClosedLoop http(
      HttpClientOptions options,
      PoolOptions pool,
      int inFlight,
      RequestOptions request,
      Buffer body,
      Buffer answer) {
    return new HttpLoop(
        vertx, vertx.createHttpClient(options, pool), inFlight, request, body, answer);
  }

  private static RequestOptions post(int port, String path) {
    return new RequestOptions()
        .setMethod(HttpMethod.POST)
        .setHost("127.0.0.1")
        .setPort(port)
        .setURI(path);
  }

  /** A Dubbo client's calls over one connection. */
  public ClosedLoop dubbo(int port, int inFlight) {
    return await(onLoop(() -> DubboLoop.connect(vertx, port, inFlight)));
  }

  /** So many connections that make one call each, and then stay without a word. */
  public void idle(int port, int count) {
    await(onLoop(() -> new IdleConnections(vertx, port, CheapPeers.form()).open(count)));
  }

  /** One turn, to its end. */
  public ClosedLoop.Seen turn(ClosedLoop loop, int millis) {
    return await(onLoop(() -> loop.turn(millis)));
  }

  public void end(ClosedLoop loop) {
    await(onLoop(() -> loop.close().mapEmpty()));
  }

  private <T> Future<T> onLoop(Supplier<Future<T>> what) {
    Promise<T> result = Promise.promise();
    context.runOnContext(
        turn -> Future.succeededFuture().compose(begin -> what.get()).onComplete(result));
    return result.future();
  }

  static <T> T await(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new ContestException(e.getCause().toString());
    } catch (TimeoutException e) {
      throw new ContestException("no answer after " + PATIENCE_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ContestException("broken off");
    }
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
