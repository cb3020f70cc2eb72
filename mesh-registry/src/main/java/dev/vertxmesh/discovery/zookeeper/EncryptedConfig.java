package dev.vertxmesh.discovery.zookeeper;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.FailureReason;
import dev.vertxmesh.net.tls.TlsClient;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetSocketAddress;
import org.apache.zookeeper.EncryptedSocket;

/**
 * The same of a session whose connections have TLS, each by what the files have when it's made; and
 * why the last of them has failed. Thread-safe.
 */
final class EncryptedConfig extends SessionConfig implements EncryptedSocket.Encryption {

  private static final long HANDSHAKE_MILLIS = 3_000;

  private final TlsClient tls;
  private final SslContext context;
  private final boolean certified;
  private volatile String problem = "";

  /**
   * @param tls which is closed with the session
   * @param certified whether there's a certificate of this agent's
   */
  EncryptedConfig(TlsClient tls, boolean certified) {
    this.tls = tls;
    this.context = tls.forNetty();
    this.certified = certified;
    setProperty(ZOOKEEPER_CLIENT_CNXN_SOCKET, EncryptedSocket.class.getName());
  }

  @Override
  public void encrypt(Channel connected, InetSocketAddress server) {
    HostPort name = new HostPort(server.getHostString(), server.getPort());
    SslHandler handler = context.newHandler(connected.alloc(), name.host(), name.port());
    handler.setHandshakeTimeoutMillis(HANDSHAKE_MILLIS);
    connected.pipeline().addFirst(handler, new Failures(name));
  }

  @Override
  String reason(String otherwise) {
    String known = problem;
    return known.isEmpty() ? otherwise : known;
  }

  @Override
  void close() {
    tls.close();
  }

  /** What may be wrong where no answer comes, though the handshake has ended well. */
  private String welcome() {
    return certified
        ? "; it may not take the certificate that cert names"
        : "; it may want a client's certificate, which cert and key name";
  }

  /** Sees why a connection fails before the first answer; with TLS 1.3 an alert may come then. */
  private final class Failures extends ChannelDuplexHandler {
    private final HostPort server;
    private boolean isEncrypted;
    private boolean isAnswered;
    private boolean isTold;
    private boolean isLeft;

    Failures(HostPort server) {
      this.server = server;
    }

    private void onFailure(String why) {
      if (!isAnswered && !isTold) { // what comes after it is its consequence
        isTold = true;
        problem = server + ": " + why + (isEncrypted ? welcome() : "");
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent end) {
        isEncrypted = end.isSuccess();
        if (!isEncrypted) {
          onFailure(
              isLeft
                  ? "TLS: the handshake didn't come to an end"
                  : FailureReason.ofHandshake(end.cause()));
        }
      }
      ctx.fireUserEventTriggered(event);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      isAnswered = true;
      problem = "";
      ctx.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      onFailure(FailureReason.of(cause));
      ctx.fireExceptionCaught(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      if (isEncrypted && !isLeft) {
        onFailure("it ended the connection without an answer");
      }
      ctx.fireChannelInactive();
    }

    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
      isLeft = true;
      ctx.close(promise);
    }
  }
}
