package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Real sockets, of which the kernel tells; nothing that comes is read. */
@ParameterizedClass
@ValueSource(strings = {"epoll", "io_uring"})
class UnreadTimeTest {

  @Parameter String transport;

  private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
  private EventLoopGroup loops;
  private Channel listening;

  @BeforeEach
  void listen() throws Exception {
    boolean epoll = transport.equals("epoll");
    assumeTrue(epoll ? Epoll.isAvailable() : IoUring.isAvailable(), () -> "no " + transport);
    loops =
        new MultiThreadIoEventLoopGroup(
            1, epoll ? EpollIoHandler.newFactory() : IoUringIoHandler.newFactory());
    listening =
        new ServerBootstrap()
            .group(loops)
            .channel(epoll ? EpollServerSocketChannel.class : IoUringServerSocketChannel.class)
            .childHandler(new ChannelInboundHandlerAdapter())
            .handler(
                new ChannelInboundHandlerAdapter() {
                  @Override
                  public void channelRead(ChannelHandlerContext context, Object connection) {
                    accepted.add((Channel) connection);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
  }

  @AfterEach
  void close() {
    if (loops != null) {
      accepted.forEach(connection -> connection.unsafe().closeForcibly());
      loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
  }

  private Socket connect() throws IOException {
    return new Socket(
        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listening.localAddress()).getPort());
  }

  private Channel next() throws InterruptedException {
    Channel connection = accepted.poll(60, TimeUnit.SECONDS);
    accepted.add(connection); // which is closed at the end
    return connection;
  }

  @Test
  void growsWhileNothingOfAConnectionIsRead() throws Exception {
    try (Socket caller = connect()) {
      Channel connection = next();
      caller.getOutputStream().write(1);
      await().until(() -> UnreadTime.millis(connection) > 20);
      assertThat(UnreadTime.millis(connection)).isLessThan(UnreadTime.GONE);
    }
  }

  @Test
  void whoHasClosedItIsGone() throws Exception {
    connect().close();
    Channel connection = next();
    await().until(() -> UnreadTime.millis(connection) == UnreadTime.GONE);
  }

  @Test
  void isNothingWhereNobodyTells() {
    EmbeddedChannel other = new EmbeddedChannel();
    assertThat(UnreadTime.millis(other)).isZero();
    other.close();
  }
}
