package dev.vertxmesh.bench.overload;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The contest's form, over and over, on connections of HTTP/1.1 that stay open, from one thread.
 * Closed loop: each connection sends its next call as soon as it has an answer, a refusal too. Open
 * loop: calls are due by the clock, whatever becomes of those before; each takes a connection that
 * is free, and has begun when it was due. Who is patient waits before the next call, after a
 * refusal, for the second that {@code retry-after} says.
 */
final class Load implements AutoCloseable {

  private static final String FORM =
      "interface=com.alibaba.dubbo.performance.demo.provider.IHelloService&method=hash"
          + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=hello";

  /** Who isn't taken tries again, but doesn't make connecting the load. */
  private static final int RECONNECT_MILLIS = 1_000;

  private static final int RETRY_AFTER_MILLIS = 1_000;

  private static final int TICK_MILLIS = 5;

  /** Calls of an open loop that may wait for a free connection. */
  private static final int MOST_DUE = 50_000;

  private static final int CONNECTS_A_TICK = 50;

  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final EventLoop loop = group.next();
  private final ByteBuf request;
  private final Bootstrap bootstrap;
  private final int connections;
  private final double callsPerSecond;
  private final boolean patient;
  private final ChannelGroup all = new DefaultChannelGroup(loop, true); // later ones close at once
  private final ArrayDeque<Connection> free = new ArrayDeque<>();
  private final ArrayDeque<Long> due = new ArrayDeque<>();
  private Seen seen = new Seen();
  private int connected;
  private double owed;
  private long tickedAt;
  private boolean closed;

  /**
   * @param port of the agent, on this machine
   * @param callsPerSecond 0 for a closed loop
   * @param patient whether callers wait after a refusal
   */
  Load(int port, int connections, double callsPerSecond, boolean patient) {
    this(port, connections, callsPerSecond, patient, "");
  }

  /**
   * @param header more of each request, with its line's end
   */
  Load(int port, int connections, double callsPerSecond, boolean patient, String header) {
    String head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: %d\r\n%s\r\n".formatted(FORM.length(), header);
    this.request =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer()
                .writeBytes((head + FORM).getBytes(StandardCharsets.US_ASCII))
                .asReadOnly());
    this.connections = connections;
    this.callsPerSecond = callsPerSecond;
    this.patient = patient;
    this.bootstrap =
        new Bootstrap()
            .group(group)
            .channel(NioSocketChannel.class)
            .remoteAddress("127.0.0.1", port)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Connection());
                  }
                });
  }

  void start() {
    loop.execute(
        () -> {
          tickedAt = System.nanoTime();
          loop.scheduleAtFixedRate(this::tick, 0, TICK_MILLIS, TimeUnit.MILLISECONDS);
        });
  }

  /** What was seen since the last time that it was asked. */
  Seen take() {
    return loop.submit(this::swap).syncUninterruptibly().getNow();
  }

  private Seen swap() {
    Seen last = seen;
    seen = new Seen();
    last.endedNanos = System.nanoTime();
    seen.begunNanos = last.endedNanos;
    return last;
  }

  private void tick() {
    for (int i = 0; i < CONNECTS_A_TICK && connected < connections && !closed; i++) {
      connect();
    }
    long now = System.nanoTime();
    owed += (now - tickedAt) / 1e9 * callsPerSecond;
    long since = tickedAt;
    tickedAt = now;
    long count = (long) owed;
    owed -= count;
    for (long i = 0; i < count; i++) {
      due(since + (now - since) * i / count);
    }
  }

  private void due(long at) {
    Connection connection = free.poll();
    if (connection != null) {
      connection.send(at);
    } else if (due.size() < MOST_DUE) {
      due.add(at);
    } else {
      seen.unsent++;
    }
  }

  private void connect() {
    connected++;
    bootstrap
        .connect()
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                notMade(done.cause());
              }
            });
  }

  private void notMade(Throwable cause) {
    seen.notMade++;
    if (seen.whyNotMade.isEmpty()) {
      seen.whyNotMade = cause.toString();
    }
    makeAnotherLater();
  }

  private void makeAnotherLater() {
    loop.schedule(() -> connected--, RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Ends all connections; calls in flight aren't waited for. The group's own end may leave some of
   * them open, which then take the next load's room in the agent.
   */
  @Override
  public void close() {
    loop.submit(() -> closed = true).syncUninterruptibly();
    all.close().awaitUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** One connection, and an answer that may come in parts. */
  private final class Connection extends ChannelInboundHandlerAdapter {
    private static final String LENGTH = "content-length: ";
    private static final int OK = 200;

    private final StringBuilder answer = new StringBuilder();
    private Channel channel;
    private long begun;
    private boolean waiting;

    @Override
    public void channelActive(ChannelHandlerContext context) {
      channel = context.channel();
      all.add(channel);
      next();
    }

    private void next() {
      if (callsPerSecond == 0) {
        send(System.nanoTime());
      } else if (due.isEmpty()) {
        free.add(this);
      } else {
        send(due.poll());
      }
    }

    void send(long at) {
      begun = at;
      waiting = true;
      channel.writeAndFlush(request.duplicate(), channel.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      answer.append(bytes.toString(StandardCharsets.US_ASCII));
      bytes.release();
      int head = answer.indexOf("\r\n\r\n");
      if (head >= 0 && answer.length() >= head + 4 + length()) {
        int status = Integer.parseInt(answer.substring(9, 12));
        answer.setLength(0);
        onAnswer(status);
      }
    }

    private int length() {
      int at = answer.indexOf(LENGTH) + LENGTH.length();
      return Integer.parseInt(answer.substring(at, answer.indexOf("\r\n", at)));
    }

    private void onAnswer(int status) {
      waiting = false;
      long now = System.nanoTime();
      if (status == OK) {
        seen.taken.add(now - begun);
      } else {
        seen.lastBadNanos = now;
        if (status == 503) {
          seen.refused.add(now - begun);
        } else {
          seen.other++;
        }
      }
      if (patient && status != OK) {
        loop.schedule(this::goOn, RETRY_AFTER_MILLIS, TimeUnit.MILLISECONDS);
      } else {
        goOn();
      }
    }

    private void goOn() {
      if (!closed && channel.isActive()) {
        next();
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      free.remove(this);
      if (waiting) {
        seen.lastBadNanos = System.nanoTime();
      }
      if (!closed) {
        seen.closed++;
        makeAnotherLater();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
