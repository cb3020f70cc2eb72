package dev.vertxmesh.bench.distance;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A long way to a server on this machine: all connections share it, each direction has its own
 * bandwidth, and every byte takes half a round trip. Connecting takes no time. One thread.
 */
final class DelayProxy implements AutoCloseable {

  /** How much is read at a time, so that a small message waits for little before it. */
  private static final int CHUNK = 16 << 10;

  private final EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;
  private final Wire there;
  private final Wire back;
  private final long queue;
  private final InetSocketAddress server;

  /** Listens on a free port of this machine. */
  DelayProxy(Stretch stretch, int serverPort) {
    this.there = stretch.wire();
    this.back = stretch.wire();
    this.queue = stretch.queue();
    this.server = new InetSocketAddress("127.0.0.1", serverPort);
    this.listening =
        new ServerBootstrap()
            .group(loop)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(CHUNK))
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel accepted) {
                    connect(accepted);
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
  }

  int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  private void connect(Channel accepted) {
    Relay requests = new Relay(there, queue);
    Relay answers = new Relay(back, queue);
    accepted.pipeline().addLast(requests, room(answers));
    ChannelFuture connecting =
        new Bootstrap()
            .group(accepted.eventLoop())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(CHUNK))
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel opened) {
                    answers.to(accepted);
                    opened.pipeline().addLast(answers, room(requests));
                  }
                })
            .connect(server);
    connecting.addListener(
        done -> {
          if (done.isSuccess()) {
            requests.to(connecting.channel());
          } else {
            accepted.close();
          }
        });
  }

  /** Tells what is written to a channel whether there's room. */
  private static ChannelHandler room(Relay in) {
    return new ChannelInboundHandlerAdapter() {
      @Override
      public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        in.onRoom();
      }

      @Override
      public void handlerRemoved(ChannelHandlerContext ctx) {
        in.drop();
      }
    };
  }

  @Override
  public void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
