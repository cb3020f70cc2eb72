package dev.vertxmesh.http1;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.impl.NetServerImpl;
import io.vertx.core.net.impl.NetServerInternal;

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
    return new HttpServerImpl(new Guarding((VertxInternal) vertx), options);
  }

  private static final class Guarding extends VertxWrapper {
    Guarding(VertxInternal vertx) {
      super(vertx);
    }

    @Override
    public NetServerInternal createNetServer(NetServerOptions options) {
      return new GuardedServer(delegate, new HttpServerOptions((HttpServerOptions) options));
    }
  }

  private static final class GuardedServer extends NetServerImpl {
    private final HeadLimits limits;
    private final boolean http2InClearText;

    GuardedServer(VertxInternal vertx, HttpServerOptions options) {
      super(vertx, options);
      limits = HeadLimits.of(options);
      http2InClearText = options.isHttp2ClearTextEnabled();
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
