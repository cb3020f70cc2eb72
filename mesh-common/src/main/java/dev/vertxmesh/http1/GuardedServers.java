package dev.vertxmesh.http1;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetServerImpl;
import io.vertx.core.net.impl.NetServerInternal;
import io.vertx.core.net.impl.NetSocketImpl;
import java.util.List;

/**
 * HTTP servers that read HTTP/1.1 strictly. A connection handler of Vert.x comes too late for that:
 * with HTTP/2 allowed it's told of a connection once its first request has been decoded. So the
 * server under the HTTP server is made here, as Vert.x 5.0.7 makes it, and puts a handler before
 * all others but those of TLS.
 */
public final class GuardedServers {

  private GuardedServers() {}

  /**
   * A server that doesn't listen yet. What it refuses comes to its invalid request handler, with a
   * {@link BadRequest} as the cause, or to the exception handler of a request whose body is wrong.
   */
  public static HttpServer create(Vertx vertx, HttpServerOptions options) {
    return create(vertx, options, (connection, begin) -> begin.run());
  }

  /**
   * The same, whose connections somebody lets in.
   *
   * @param accept is told of each on the loop that it belongs to, before a byte of it is read
   */
  public static HttpServer create(Vertx vertx, HttpServerOptions options, Accept accept) {
    return create(vertx, options, accept, null);
  }

  /**
   * The same with TLS, which isn't Vert.x' own: that tells of a connection after its handshake, and
   * who never ends that would be nobody's.
   *
   * @param tls null for plain text
   */
  public static HttpServer create(
      Vertx vertx, HttpServerOptions options, Accept accept, Encryption tls) {
    HttpServerOptions own =
        new HttpServerOptions(options).setSsl(tls != null).setUseAlpn(tls != null);
    return new HttpServerImpl(new Guarding((VertxInternal) vertx, accept, tls), own);
  }

  /** Lets connections in. */
  public interface Accept {

    /**
     * A connection has been accepted.
     *
     * @param begin makes it one of HTTP, with TLS once its handshake has ended; who doesn't run it
     *     closes the connection
     */
    void onAccept(Channel connection, Runnable begin);
  }

  /** Encrypts connections. */
  public interface Encryption {

    /**
     * Begins with one that was just accepted.
     *
     * @param onDone run on its event loop once it's encrypted; not if that comes to nothing
     */
    void begin(Channel connection, Runnable onDone);
  }

  private static final class Guarding extends VertxWrapper {
    private final Accept accept;
    private final Encryption tls;

    Guarding(VertxInternal vertx, Accept accept, Encryption tls) {
      super(vertx);
      this.accept = accept;
      this.tls = tls;
    }

    @Override
    public NetServerInternal createNetServer(NetServerOptions options) {
      HttpServerOptions own =
          new HttpServerOptions((HttpServerOptions) options).setSsl(false).setUseAlpn(false);
      return new GuardedServer(delegate, own, accept, tls);
    }
  }

  private static final class GuardedServer extends NetServerImpl {
    /** Before the first of these that's there Vert.x puts what reads HTTP. */
    private static final List<String> LAST = List.of("chunkedWriter", "idle", "handler");

    private final HeadLimits limits;
    private final boolean http2InClearText;
    private final Accept accept;
    private final Encryption tls;

    GuardedServer(VertxInternal vertx, HttpServerOptions options, Accept accept, Encryption tls) {
      super(vertx, options);
      this.accept = accept;
      this.tls = tls;
      limits = HeadLimits.of(options);
      http2InClearText = options.isHttp2ClearTextEnabled();
    }

    @Override
    public synchronized NetServerInternal connectHandler(Handler<NetSocket> handler) {
      return super.connectHandler(
          socket -> {
            NetSocketImpl accepted = (NetSocketImpl) socket;
            if (tls == null) {
              accept.onAccept(accepted.channel(), () -> handler.handle(socket));
            } else {
              tls.begin(accepted.channel(), () -> onSecured(accepted, handler));
              accept.onAccept(accepted.channel(), () -> {}); // it begins by itself, or was closed
            }
          });
    }

    private void onSecured(NetSocketImpl socket, Handler<NetSocket> handler) {
      ChannelPipeline pipeline = socket.channel().pipeline();
      String agreed = pipeline.get(SslHandler.class).applicationProtocol();
      if (!ApplicationProtocolNames.HTTP_2.equals(agreed)) {
        List<String> names = pipeline.names();
        String last = LAST.stream().filter(names::contains).findFirst().orElseThrow();
        pipeline.addBefore(last, null, new RequestGuard(limits, false));
      }
      socket.context().emit(socket, handler);
    }

    /**
     * As without TLS: else there'd be what sends files in parts, which queues each answer once more
     * and sends none here.
     */
    @Override
    protected void initChannel(ChannelPipeline pipeline, boolean encrypted) {
      if (tls == null) {
        pipeline.addLast(new RequestGuard(limits, http2InClearText));
      }
      super.initChannel(pipeline, false);
    }
  }
}
