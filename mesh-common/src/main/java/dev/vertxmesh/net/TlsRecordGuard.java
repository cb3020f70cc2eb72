package dev.vertxmesh.net;

import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.internal.PlatformDependent;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Stands before TLS. A record waits outside of the heap until it's whole, whoever sends it: all
 * that wait have a bound together, in the whole process. Over it those connections of the event
 * loop go whose records have waited the longest.
 */
public final class TlsRecordGuard extends ChannelInboundHandlerAdapter {

  /** A type, a version, and in two bytes how long it is (RFC 8446, 5.1). */
  private static final int HEADER = 5;

  private static final int LENGTH = 3;

  /** A buffer may be so much larger than four times what is left in it. */
  private static final int MOST_SPARE = 4 << 10;

  private static final int TIMES = 4;

  private static final MemoryBudget ROOM =
      new MemoryBudget(Math.max(1 << 20, PlatformDependent.maxDirectMemory() / 16));

  /** Those of an event loop that hold something; whose record began first is the first. */
  private static final FastThreadLocal<Set<TlsRecordGuard>> HOLDERS =
      new FastThreadLocal<>() {
        @Override
        protected Set<TlsRecordGuard> initialValue() {
          return new LinkedHashSet<>();
        }
      };

  private final MemoryBudget room;
  private ChannelHandlerContext context;
  private int length;
  private int came;
  private int held;
  private boolean over;

  /** Within the bound of the process. */
  public TlsRecordGuard() {
    this(ROOM);
  }

  TlsRecordGuard(MemoryBudget room) {
    this.room = room;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    int at = in.readerIndex();
    int begun = in.writerIndex();
    while (at < in.writerIndex()) {
      begun = came == 0 ? at : begun;
      at = walk(in, at);
    }
    if (begun < in.writerIndex()) {
      give(); // what waited before is whole
    }
    if (over || !hold()) {
      in.release();
    } else if (begun < in.writerIndex() && came > 0) {
      passApart(ctx, in, begun);
    } else {
      ctx.fireChannelRead(in);
    }
  }

  /** Reads a byte of a record's head, or as much of the rest as there is. */
  private int walk(ByteBuf in, int at) {
    int next = at + 1;
    if (came >= HEADER) {
      next = Math.min(in.writerIndex(), at + length - came);
    } else if (came == LENGTH) {
      length = HEADER + (in.getUnsignedByte(at) << 8);
    } else if (came == LENGTH + 1) {
      length += in.getUnsignedByte(at);
    }
    came += next - at;
    if (came >= HEADER && came == length) {
      came = 0;
    }
    return next;
  }

  /** What came before a part of a record mustn't wait with it. */
  private void passApart(ChannelHandlerContext ctx, ByteBuf in, int begun) {
    int rest = in.writerIndex() - begun;
    if (in.capacity() <= MOST_SPARE + TIMES * rest) {
      ctx.fireChannelRead(in);
      return;
    }
    ByteBuf part = ctx.alloc().buffer(rest).writeBytes(in, begun, rest);
    if (begun > in.readerIndex()) {
      ctx.fireChannelRead(in.writerIndex(begun));
    } else {
      in.release();
    }
    ctx.fireChannelRead(part);
  }

  private boolean hold() {
    if (came < held) {
      give();
    }
    if (came == held) {
      return true;
    }
    Set<TlsRecordGuard> holders = HOLDERS.get();
    while (!room.take(came - held)) {
      TlsRecordGuard oldest = holders.isEmpty() ? this : holders.iterator().next();
      oldest.cut();
      if (oldest == this) {
        return false;
      }
    }
    held = came;
    holders.add(this);
    return true;
  }

  private void give() {
    if (held > 0) { // as it seldom is
      room.give(held);
      held = 0;
      HOLDERS.get().remove(this);
    }
  }

  private void cut() {
    over = true;
    give();
    context.close();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    give();
  }
}
