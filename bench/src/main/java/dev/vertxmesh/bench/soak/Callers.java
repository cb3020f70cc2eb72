package dev.vertxmesh.bench.soak;

import dev.vertxmesh.http2.Resets;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.NetClientOptions;
import java.util.SplittableRandom;

/** Makes callers of one consumer agent. */
final class Callers {
  private static final int STEADY_CONNECTIONS = 64;
  private static final int STEADY_HTTP2_CONNECTIONS = 2;

  /** Longer than the agents' own deadline. */
  private static final int READ_IDLE_SECONDS = 30;

  private final Vertx vertx;
  private final int port;
  private final int dubboPort;
  private final SplittableRandom random;

  Callers(Vertx vertx, int port, int dubboPort, SplittableRandom random) {
    this.vertx = vertx;
    this.port = port;
    this.dubboPort = dubboPort;
    this.random = random;
  }

  /** With enough connections for its share of the load. */
  Caller steady(Kind kind) {
    return caller(kind, STEADY_CONNECTIONS, STEADY_HTTP2_CONNECTIONS, false);
  }

  /**
   * With one connection.
   *
   * @param rude whether it leaves by a reset
   */
  Caller comer(Kind kind, boolean rude) {
    return caller(kind, 1, 1, rude);
  }

  private Caller caller(Kind kind, int http1, int http2, boolean rude) {
    switch (kind) {
      case FORM:
        return new HttpCaller(http(HttpVersion.HTTP_1_1, http1, rude), () -> Question.form(random));
      case JSON:
        return new HttpCaller(http(HttpVersion.HTTP_2, http2, rude), () -> Question.json(random));
      case KV:
        return new HttpCaller(http(HttpVersion.HTTP_2, http2, rude), () -> Question.kv(random));
      case DUBBO:
        NetClientOptions options = new NetClientOptions().setTcpNoDelay(true);
        options.setSoLinger(rude ? 0 : -1);
        return new DubboCaller(vertx.createNetClient(options), dubboPort, random);
      default:
        throw new IllegalArgumentException(kind + " is no way to make single calls");
    }
  }

  /** A client of the agent's port for HTTP and gRPC. */
  HttpClient http(HttpVersion version, int connections, boolean rude) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setDefaultHost("127.0.0.1")
            .setDefaultPort(port)
            .setProtocolVersion(version)
            .setHttp2ClearTextUpgrade(false)
            .setReadIdleTimeout(READ_IDLE_SECONDS);
    options.setSoLinger(rude ? 0 : -1);
    PoolOptions pool = new PoolOptions().setHttp1MaxSize(connections).setHttp2MaxSize(connections);
    return vertx
        .httpClientBuilder()
        .with(options)
        .with(pool)
        .withConnectHandler(Callers::onConnection)
        .build();
  }

  /** Or Netty would close this end over what the agent sends before it hears of a reset. */
  private static void onConnection(HttpConnection connection) {
    if (connection.getWindowSize() >= 0) {
      Resets.once(connection);
    }
  }
}
