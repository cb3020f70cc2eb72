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
    return new HttpServerImpl(new Guarding((VertxInternal) vertx, accept), options);
  }

  /** Lets connections in. */
  public interface Accept {

    /**
     * A connection has been accepted.
     *
     * @param begin makes it one of HTTP; who doesn't run it closes the connection
     */
    void onAccept(Channel connection, Runnable begin);
  }

  private static final class Guarding extends VertxWrapper {
    private final Accept accept;

    Guarding(VertxInternal vertx, Accept accept) {
      super(vertx);
      this.accept = accept;
    }

    @Override
    public NetServerInternal createNetServer(NetServerOptions options) {
      return new GuardedServer(
          delegate, new HttpServerOptions((HttpServerOptions) options), accept);
    }
  }

  private static final class GuardedServer extends NetServerImpl {
    private final HeadLimits limits;
    private final boolean http2InClearText;
    private final Accept accept;

    GuardedServer(VertxInternal vertx, HttpServerOptions options, Accept accept) {
      super(vertx, options);
      this.accept = accept;
      limits = HeadLimits.of(options);
      http2InClearText = options.isHttp2ClearTextEnabled();
    }

    @Override
    public synchronized NetServerInternal connectHandler(Handler<NetSocket> handler) {
      return super.connectHandler(
          socket ->
              accept.onAccept(((NetSocketImpl) socket).channel(), () -> handler.handle(socket)));
    }

    @Override
    protected void initChannel(ChannelPipeline pipeline, boolean tls) {
      boolean http2 = tls ? isHttp2(pipeline) : http2InClearText;
      pipeline.addLast(new RequestGuard(limits, http2));
      super.initChannel(pipeline, tls);
    }

    private static boolean isHttp2(ChannelPipeline pipeline) {
      String agreed = pipeline.get(SslHandler.class).applicationProtocol();
      return ApplicationProtocolNames.HTTP_2.equals(agreed);
    }
  }
}
