package dev.vertxmesh.bench.distance;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.link.ClientLink;
import dev.vertxmesh.link.ServerLink;
import dev.vertxmesh.link.setup.LinkMeter;
import dev.vertxmesh.link.setup.LinkOptions;
import dev.vertxmesh.link.setup.LinkSetup;
import dev.vertxmesh.link.setup.Load;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.buffer.BufferInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.streams.ReadStream;
import java.util.Map;

/** The agents' protocol: both ends of a link, and a gRPC call's streams over it. */
final class LinkWay implements Way {

  private static final Target TARGET = new Target(ServiceKey.of(GrpcMethod.SERVICE), "Take", "");

  private static final int CALLS = 1_000;

  private final LinkOptions options;

  /**
   * @param windowMax bytes of a stream at most
   */
  LinkWay(int windowMax) {
    this.options =
        LinkOptions.withMaxMessage(GrpcMethod.MOST)
            .withWindows(LinkOptions.DEFAULT_WINDOW, windowMax);
  }

  @Override
  public String name() {
    return "agents";
  }

  @Override
  public boolean shares() {
    return true;
  }

  @Override
  public boolean promised() {
    return true;
  }

  private LinkSetup setup(Vertx vertx) {
    return new LinkSetup(vertx, "bench", options, LinkMeter.NONE, System::nanoTime);
  }

  @Override
  public Future<Integer> serve(Vertx vertx) {
    return vertx
        .createNetServer(new NetServerOptions().setTcpNoDelay(true))
        .connectHandler(
            socket ->
                ServerLink.over(
                    (NetSocketInternal) socket,
                    setup(vertx),
                    new Room(),
                    LinkWay::take,
                    ended -> {}))
        .listen(0, "127.0.0.1")
        .map(server -> server.actualPort());
  }

  /** Takes as many calls as there are. */
  private static final class Room implements Load {
    @Override
    public int inFlight() {
      return 0;
    }

    @Override
    public int credit(int linkInFlight) {
      return CALLS;
    }

    @Override
    public boolean sheds() {
      return false;
    }
  }

  private static Future<Reply> take(Call call) {
    Promise<Reply> reply = Promise.promise();
    ReadStream<Buffer> requests = call.exchange().requests();
    requests.exceptionHandler(reply::tryFail);
    requests.handler(bytes -> ((BufferInternal) bytes).getByteBuf().release());
    requests.endHandler(
        end ->
            reply.tryComplete(
                new Reply(
                    Status.OK, Encoding.GRPC, Unpooled.EMPTY_BUFFER, Map.of("grpc-status", "0"))));
    requests.resume();
    return reply.future();
  }

  @Override
  public Future<Calls> connect(Vertx vertx, int port) {
    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    Promise<Calls> opened = Promise.promise();
    client
        .connect(port, "127.0.0.1")
        .onSuccess(
            socket -> {
              Connection connection = new Connection(client, opened);
              connection.link =
                  ClientLink.over(
                      (NetSocketInternal) socket, setup(vertx), "bench's server", connection);
            })
        .onFailure(opened::fail);
    return opened.future();
  }

  private static final class Connection implements Calls, ClientLink.Owner {
    private final NetClient client; // one that nobody holds is closed when it's collected
    private final Promise<Calls> opened;
    private ClientLink link;

    Connection(NetClient client, Promise<Calls> opened) {
      this.client = client;
      this.opened = opened;
    }

    @Override
    public Future<Void> call(int bytes) {
      Call call =
          new Call(
              TARGET,
              Encoding.GRPC,
              Unpooled.EMPTY_BUFFER,
              Map.of("content-type", "application/grpc"),
              Deadline.none(System.nanoTime()));
      call.exchange(new Exchange(new Nothing(bytes), (metadata, messages) -> messages.resume()));
      return link.call(call).map(Connection::release);
    }

    private static Void release(Reply reply) {
      reply.payload().release();
      return null;
    }

    @Override
    public Future<Void> close() {
      return client.close();
    }

    @Override
    public void onOpen() {
      opened.complete(this);
    }

    @Override
    public void onGoAway(String reason) {}

    @Override
    public void onClosed(String reason) {
      opened.tryFail(reason);
    }
  }
}
