package dev.vertxmesh.bench.open;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import dev.vertxmesh.samples.contest.CallTimes;
import dev.vertxmesh.samples.contest.ContestStrings;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The contest's form on connections of HTTP/1.1 that stay open, by one thread. Calls are due by the
 * clock; one that finds no connection free waits for one, and has begun when it was due.
 */
final class FormLoad implements AutoCloseable {
  /** Of the thread, as Linux has it. */
  static final String THREAD = "load";

  private static final int STRINGS = 4096;

  /** Calls a second for which a closed loop has room beforehand. */
  private static final int ROOM = 60_000;

  /** Calls that may wait for a connection: any more say the same. */
  private static final int MOST_WAITING = 100_000;

  private static final int PATIENCE_SECONDS = 30;
  private static final int OK = 200;
  private static final int MOST_SAID = 200;

  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private final Bootstrap bootstrap;
  private final SplittableRandom random = new SplittableRandom(STRINGS);
  private final ByteBuf[] requests = new ByteBuf[STRINGS];
  private final int[] hashes = new int[STRINGS];
  private final ArrayDeque<Connection> free;
  private final ArrayDeque<Long> waiting = new ArrayDeque<>();
  private final Runnable tick = this::tick;
  private CallTimes times = new CallTimes(1);
  private CompletableFuture<CallTimes> turn = new CompletableFuture<>();
  private double rate;
  private long begun;
  private long end;
  private long calls;
  private long next;
  private int inFlight;
  private boolean closed;

  /** Connects so often; all connections are there when this returns. */
  FormLoad(int port, int connections) {
    if (!Epoll.isAvailable()) {
      throw new ContestException("bench/open needs Linux' epoll: " + Epoll.unavailabilityCause());
    }
    String[] strings = ContestStrings.pool(STRINGS, random);
    for (int i = 0; i < STRINGS; i++) {
      requests[i] = request(strings[i]);
      hashes[i] = strings[i].hashCode();
    }
    free = new ArrayDeque<>(connections);
    group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory(THREAD), EpollIoHandler.newFactory());
    loop = group.next();
    bootstrap =
        new Bootstrap()
            .group(group)
            .channel(EpollSocketChannel.class)
            .remoteAddress("127.0.0.1", port)
            .handler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Connection(channel));
                  }
                });
    for (int i = 0; i < connections; i++) {
      bootstrap.connect().syncUninterruptibly();
    }
  }

  private static ByteBuf request(String string) {
    String form =
        "interface=%s&method=hash&parameterTypesString=Ljava%%2Flang%%2FString%%3B&parameter=%s"
            .formatted(Commands.HELLO, string);
    String head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: %d\r\n\r\n".formatted(form.length());
    byte[] bytes = (head + form).getBytes(StandardCharsets.US_ASCII);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(direct));
  }

  /** Calls at a constant rate for so long, and waits for the last answers. */
  CallTimes open(double callsPerSecond, int millis) throws InterruptedException {
    return run(callsPerSecond, (long) (callsPerSecond * millis / 1000), 0, millis);
  }

  /** So many calls at a time; each answer starts the next one, which is due then. */
  CallTimes closed(int atATime, int millis) throws InterruptedException {
    return run(0, 0, atATime, millis);
  }

  /** Calls that are due and wait for a connection. */
  int waiting() {
    return loop.submit(waiting::size).syncUninterruptibly().getNow();
  }

  private CallTimes run(double callsPerSecond, long count, int atATime, int millis)
      throws InterruptedException {
    int room = (int) (callsPerSecond > 0 ? count : (long) ROOM * millis / 1000);
    CallTimes fresh = new CallTimes(room);
    CompletableFuture<CallTimes> done = new CompletableFuture<>();
    loop.execute(
        () -> {
          times = fresh;
          turn = done;
          rate = callsPerSecond;
          calls = count;
          next = 0;
          begun = System.nanoTime();
          end = begun + TimeUnit.MILLISECONDS.toNanos(millis);
          for (int i = 0; i < atATime && !free.isEmpty(); i++) {
            free.pollLast().send(System.nanoTime(), 0);
          }
          tick();
        });
    try {
      return done.get(millis + PATIENCE_SECONDS * 1000L, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ContestException(
          "%d calls through the mesh have no answer %d s after the turn"
              .formatted(inFlight, PATIENCE_SECONDS));
    } catch (ExecutionException e) {
      throw new ContestException(e.getCause().toString());
    }
  }

  /** All that is due is sent at once. */
  private void tick() {
    while (next < calls) {
      long due = begun + (long) (next / rate * 1e9);
      long now = System.nanoTime();
      if (due > now) {
        loop.schedule(tick, due - now, TimeUnit.NANOSECONDS);
        return;
      }
      next++;
      offer(due, now - due);
    }
    finish();
  }

  private void offer(long due, long late) {
    Connection connection = free.pollLast();
    if (connection != null) {
      connection.send(due, late);
    } else if (waiting.size() < MOST_WAITING) {
      waiting.add(due);
    } else {
      times.failed("over " + MOST_WAITING + " calls waited for a connection");
    }
  }

  private void finish() {
    if (inFlight == 0 && next == calls && waiting.isEmpty()) {
      turn.complete(times);
    }
  }

  private void onFree(Connection connection, boolean right) {
    if (rate == 0 && right && System.nanoTime() < end) {
      connection.send(System.nanoTime(), 0);
    } else if (!waiting.isEmpty()) {
      connection.send(waiting.poll(), 0);
    } else {
      free.addLast(connection);
      finish();
    }
  }

  /** Ends all connections; calls in flight aren't waited for. */
  @Override
  public void close() {
    loop.submit(() -> closed = true).syncUninterruptibly();
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** One connection, and an answer that may come in parts. */
  private final class Connection extends ChannelInboundHandlerAdapter {
    private final Channel channel;
    private final ByteBuf parts = Unpooled.buffer();
    private int asked;
    private long due;
    private long late;
    private boolean busy;

    Connection(Channel channel) {
      this.channel = channel;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
      if (waiting.isEmpty()) {
        free.addFirst(this);
      } else { // all others have closed, and none would come back for it
        send(waiting.poll(), 0);
      }
    }

    /**
     * @param lateBy nanoseconds that the caller's thread came too late
     */
    void send(long at, long lateBy) {
      asked = random.nextInt(STRINGS);
      due = at;
      late = lateBy;
      busy = true;
      inFlight++;
      channel.writeAndFlush(requests[asked].duplicate(), channel.voidPromise());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      int bodyAt = parts.isReadable() ? -1 : FormAnswer.bodyAt(bytes);
      if (FormAnswer.isWhole(bytes, bodyAt)) {
        onAnswer(bytes, bodyAt);
      } else {
        parts.writeBytes(bytes);
        int at = FormAnswer.bodyAt(parts);
        if (FormAnswer.isWhole(parts, at)) {
          onAnswer(parts, at);
          parts.clear();
        }
      }
      bytes.release();
    }

    private void onAnswer(ByteBuf answer, int bodyAt) {
      if (!busy) {
        channel.close();
        return;
      }
      long now = System.nanoTime();
      boolean right =
          FormAnswer.status(answer) == OK && FormAnswer.isNumber(answer, bodyAt, hashes[asked]);
      if (right) {
        times.add(due, late, now - due);
      } else {
        int length = Math.min(MOST_SAID, answer.readableBytes());
        times.failed(
            answer.toString(answer.readerIndex(), length, StandardCharsets.US_ASCII).strip());
      }
      end(right);
    }

    private void end(boolean right) {
      busy = false;
      inFlight--;
      onFree(this, right);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      free.remove(this);
      if (closed) {
        return;
      }
      bootstrap.connect();
      if (busy) {
        busy = false;
        inFlight--;
        times.failed("the agent closed a connection");
        finish();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close();
    }
  }
}
