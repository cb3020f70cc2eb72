package dev.vertxmesh.kvstore.run;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.Writes;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.DeleteRequest;
import dev.vertxmesh.kvstore.proto.KeyValueServiceClient;
import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpcClient;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.proto.UpdateRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import io.vertx.grpc.client.GrpcClientOptions;
import io.vertx.grpc.client.impl.GrpcClientImpl;
import java.util.function.BiConsumer;

/** One HTTP/2 connection to a store, with no pool before it. */
final class StoreClient {
  private static final int STREAM_WINDOW = 1 << 20;
  private static final int CONNECTION_WINDOW = 16 << 20;
  private static final int MAX_MESSAGE = 8 << 20;

  private final HttpClientAgent http;
  private final KeyValueServiceClient stub;

  private StoreClient(
      Vertx vertx, HttpClientAgent http, HttpClientConnection connection, SocketAddress store) {
    this.http = http;
    this.stub = KeyValueServiceGrpcClient.create(new ByOneConnection(vertx, connection), store);
  }

  /** vertx-grpc's client makes one of a connection only without options. */
  private static final class ByOneConnection extends GrpcClientImpl {
    ByOneConnection(Vertx vertx, HttpClient connection) {
      super(vertx, new GrpcClientOptions().setMaxMessageSize(MAX_MESSAGE), connection, false);
    }
  }

  /** To be called on the event loop that the connection is for. */
  static Future<StoreClient> connect(Vertx vertx, SocketAddress store) {
    HttpClientAgent http = vertx.createHttpClient(http(store));
    return http.connect(new HttpConnectOptions().setServer(store))
        .onFailure(e -> http.close())
        .map(
            connection -> {
              Writes.together(connection);
              return new StoreClient(vertx, http, connection, store);
            });
  }

  private static HttpClientOptions http(SocketAddress store) {
    return new HttpClientOptions()
        .setDefaultHost(store.host())
        .setDefaultPort(store.port())
        .setProtocolVersion(HttpVersion.HTTP_2)
        .setHttp2ClearTextUpgrade(false)
        .setTcpNoDelay(true)
        .setHttp2ConnectionWindowSize(CONNECTION_WINDOW)
        .setInitialSettings(new Http2Settings().setInitialWindowSize(STREAM_WINDOW));
  }

  /**
   * What an answer has of what was asked for.
   *
   * @param value null but for a retrieve
   * @param version 0 for a delete
   */
  record Answer(ByteString value, long version) {
    private static final Answer DELETED = new Answer(null, 0);
  }

  /** Told of either the answer or why there's none, on the event loop. */
  void call(Asked asked, BiConsumer<Answer, Throwable> then) {
    ByteString key = asked.known().key();
    switch (asked.kind()) {
      case CREATE:
        stub.create(
                CreateRequest.newBuilder()
                    .setKey(key)
                    .setValue(asked.value())
                    .setWithVersion(true)
                    .build())
            .onComplete(
                answer -> then.accept(new Answer(null, answer.getVersion()), null),
                e -> then.accept(null, e));
        break;
      case RETRIEVE:
        stub.retrieve(RetrieveRequest.newBuilder().setKey(key).setWithVersion(true).build())
            .onComplete(
                answer -> then.accept(new Answer(answer.getValue(), answer.getVersion()), null),
                e -> then.accept(null, e));
        break;
      case UPDATE:
        stub.update(
                UpdateRequest.newBuilder()
                    .setKey(key)
                    .setValue(asked.value())
                    .setExpectedVersion(asked.known().version())
                    .build())
            .onComplete(
                answer -> then.accept(new Answer(null, answer.getVersion()), null),
                e -> then.accept(null, e));
        break;
      default:
        stub.delete(
                DeleteRequest.newBuilder()
                    .setKey(key)
                    .setExpectedVersion(asked.known().version())
                    .build())
            .onComplete(answer -> then.accept(Answer.DELETED, null), e -> then.accept(null, e));
    }
  }

  Future<Void> close() {
    return http.close();
  }
}
