package dev.vertxmesh.bench.distance;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;

/** A bare socket: a u32 length, so many bytes, and one byte back. */
final class TcpWay implements Way {

  private static final int LENGTH = 4;
  private static final Buffer TAKEN = Buffer.buffer(new byte[1]);

  @Override
  public String name() {
    return "TCP";
  }

  @Override
  public boolean shares() {
    return false;
  }

  @Override
  public boolean promised() {
    return false;
  }

  @Override
  public Future<Integer> serve(Vertx vertx) {
    return vertx
        .createNetServer(new NetServerOptions().setTcpNoDelay(true))
        .connectHandler(socket -> socket.handler(new Sink(socket)::read))
        .listen(0, "127.0.0.1")
        .map(server -> server.actualPort());
  }

  /** Counts what comes. */
  private static final class Sink {
    private final NetSocket socket;
    private Buffer head = Buffer.buffer();
    private int left;

    Sink(NetSocket socket) {
      this.socket = socket;
    }

    void read(Buffer bytes) {
      Buffer rest = bytes;
      if (left == 0) {
        head.appendBuffer(bytes);
        if (head.length() < LENGTH) {
          return;
        }
        left = head.getInt(0);
        rest = head.slice(LENGTH, head.length());
        head = Buffer.buffer();
      }
      left -= rest.length();
      if (left == 0) {
        socket.write(TAKEN);
      }
    }
  }

  @Override
  public Future<Calls> connect(Vertx vertx, int port) {
    NetClient client = vertx.createNetClient(new NetClientOptions().setTcpNoDelay(true));
    return client.connect(port, "127.0.0.1").map(socket -> new OneAtATime(client, socket));
  }

  private static final class OneAtATime implements Calls {
    private final NetClient client; // one that nobody holds is closed when it's collected
    private final NetSocket socket;
    private Promise<Void> answer;

    OneAtATime(NetClient client, NetSocket socket) {
      this.client = client;
      this.socket = socket;
      socket.handler(taken -> answer.complete());
      socket.closeHandler(
          closed -> {
            if (answer != null) {
              answer.tryFail("the connection has ended");
            }
          });
    }

    @Override
    public Future<Void> call(int bytes) {
      answer = Promise.promise();
      socket.write(Buffer.buffer().appendInt(bytes));
      Body.send(socket, bytes, () -> {});
      return answer.future();
    }

    @Override
    public Future<Void> close() {
      return client.close();
    }
  }
}
