package dev.vertxmesh.bridge.grpc;

import dev.vertxmesh.http2.Resets;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes connections, each by a client of its own: Vert.x waits without end for a server's SETTINGS,
 * and to close the client is the only way to end that.
 */
final class Connector {

  private final Context context;
  private final GrpcOptions options;
  private final Set<HttpClientAgent> beginning = new HashSet<>();
  private final Map<HttpClientConnection, HttpClientAgent> clients = new IdentityHashMap<>();

  Connector(Context context, GrpcOptions options) {
    this.context = context;
    this.options = options;
  }

  /** Fails if there's no connection that may be used within the time that the options give. */
  Future<HttpClientConnection> connect() {
    HttpClientAgent client;
    try {
      client = context.owner().createHttpClient(ClientSettings.of(options));
    } catch (IllegalStateException e) { // Vert.x is closing
      return Future.failedFuture(e);
    }
    beginning.add(client);
    return client
        .connect(new HttpConnectOptions().setHost(options.host()).setPort(options.port()))
        .timeout(options.handshakeTimeout(), TimeUnit.MILLISECONDS)
        .compose(Connector::http2)
        .map(http -> made(client, http))
        .recover(error -> notMade(client, error));
  }

  private static Future<HttpClientConnection> http2(HttpClientConnection http) {
    return Resets.isPossible(http)
        ? Future.succeededFuture(http)
        : Future.failedFuture(
            new IOException("it speaks HTTP/1.1 over TLS, expected HTTP/2 (ALPN h2)"));
  }

  private HttpClientConnection made(HttpClientAgent client, HttpClientConnection http) {
    beginning.remove(client);
    clients.put(http, client);
    return http;
  }

  private Future<HttpClientConnection> notMade(HttpClientAgent client, Throwable error) {
    beginning.remove(client);
    client.close();
    boolean isSilent = error instanceof TimeoutException;
    return Future.failedFuture(
        isSilent
            ? new TimeoutException(
                "no HTTP/2 SETTINGS within %d ms, expected a gRPC server"
                    .formatted(options.handshakeTimeout()))
            : error);
  }

  /** Called when a connection has ended. */
  void ended(HttpClientConnection http) {
    HttpClientAgent client = clients.remove(http);
    if (client != null) {
      client.close();
    }
  }

  /** Ends all of them. */
  Future<Void> close() {
    List<Future<Void>> all = new ArrayList<>();
    beginning.forEach(client -> all.add(client.close()));
    clients.values().forEach(client -> all.add(client.close()));
    return Future.join(all).mapEmpty();
  }
}
