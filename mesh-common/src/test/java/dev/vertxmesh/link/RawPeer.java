package dev.vertxmesh.link;

import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;

/** A socket of the other side, on which the test writes and reads frames itself. */
final class RawPeer implements AutoCloseable {

  private final ServerSocket server;
  private final FrameDecoder decoder = new FrameDecoder(1 << 20);
  private final ByteBuf in = Unpooled.buffer();
  private final byte[] bytes = new byte[4096];
  private Socket socket;

  private RawPeer(ServerSocket server, Socket socket) {
    this.server = server;
    this.socket = socket;
  }

  static RawPeer callerOf(int port) throws IOException {
    return new RawPeer(null, new Socket("127.0.0.1", port));
  }

  static RawPeer callee() throws IOException {
    ServerSocket server = new ServerSocket();
    server.setReceiveBufferSize(64 << 10);
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
    return new RawPeer(server, null);
  }

  int port() {
    return server.getLocalPort();
  }

  void acceptAndSend(Consumer<ByteBuf> writer) {
    try {
      socket = server.accept();
      send(writer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void send(Consumer<ByteBuf> writer) throws IOException {
    ByteBuf out = Unpooled.buffer();
    writer.accept(out);
    out.readBytes(socket.getOutputStream(), out.readableBytes());
  }

  /** The next frame of that type; those before it are skipped. */
  Frame await(int type) throws IOException {
    socket.setSoTimeout(100_000);
    while (true) {
      Frame frame = decoder.next(in);
      if (frame != null && frame.type() == type) {
        return frame;
      }
      if (frame == null) {
        read(type);
      }
    }
  }

  private void read(int type) throws IOException {
    int read = socket.getInputStream().read(bytes);
    if (read < 0) {
      throw new AssertionError("the connection ended without a frame of type " + type);
    }
    in.writeBytes(bytes, 0, read);
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
