package dev.vertxmesh.http1;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpObjectDecoder;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * Takes the requests of one connection that begin with a known head past the guard's walk and past
 * the decoder: a client that calls again and again sends the same head again and again. What comes
 * out behind the decoder is what the decoder would have made.
 *
 * <p>Which heads are known is one table for all connections of an event loop, as most send the same
 * few; it has at most 64 of at most 1 KiB, found by how they begin.
 */
final class KnownRequests {

  private static final int PLACES = 64;

  /** Bytes by which a head is found: the request line and a part of the host, as a rule. */
  private static final int BEGINNING = 48;

  /** Of heads in a row that weren't known, until no more are looked at: this client's differ. */
  private static final int MOST_MISSED = 4;

  /** Of a body's bytes: a part has at most as many as the decoder gives it. */
  private static final int PART = HttpObjectDecoder.DEFAULT_MAX_CHUNK_SIZE;

  /**
   * Up to this many bytes a body is copied to the heap at once, as Vert.x does with any sooner or
   * later; but only the last of those that come together, as they may have to wait for their turn.
   */
  private static final int COPIED = 2 << 10;

  private static final FastThreadLocal<KnownHead[]> OF_LOOP =
      new FastThreadLocal<>() {
        @Override
        protected KnownHead[] initialValue() {
          return new KnownHead[PLACES];
        }
      };

  private final HeadLimits limits;
  private KnownHead[] heads;
  private ChannelHandlerContext decoder;
  private int missed;
  private int missedLast;
  private int left;

  KnownRequests(HeadLimits limits) {
    this.limits = limits;
  }

  /**
   * Hands on those that bytes begin with, or the rest of the one that has begun; says to where.
   *
   * @param in where a request may begin, as far as the guard has walked
   */
  int take(ByteBuf in) {
    int end = in.readerIndex();
    int at;
    do {
      at = end;
      end = left > 0 ? body(in, at) : next(in, at);
    } while (end > at);
    return at;
  }

  private int next(ByteBuf in, int at) {
    int readable = in.writerIndex() - at;
    if (decoder == null || readable < BEGINNING || decoder.isRemoved()) {
      return at;
    }
    byte[] copy = HeadBytes.copy();
    int length = Math.min(copy.length, readable);
    in.getBytes(at, copy, 0, length);
    int place = place(copy);
    int end = next(in, at, heads[place], copy, length);
    return end > at ? end : next(in, at, heads[place ^ 1], copy, length);
  }

  private int next(ByteBuf in, int at, KnownHead head, byte[] copy, int length) {
    int size = head == null ? KnownHead.UNKNOWN : head.read(copy, length, limits);
    if (size == KnownHead.UNKNOWN) {
      return at;
    }
    missed = 0;
    left = size;
    String number = Integer.toString(size);
    decoder.fireChannelRead(head.request(number));
    if (size == 0) {
      decoder.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
    }
    return at + head.size(number.length());
  }

  private int body(ByteBuf in, int at) {
    int length = Math.min(PART, Math.min(left, in.writerIndex() - at));
    if (length == 0) {
      return at;
    }
    left -= length;
    if (left > 0) {
      decoder.fireChannelRead(new DefaultHttpContent(in.retainedSlice(at, length)));
    } else {
      ByteBuf last =
          length <= COPIED && at + length == in.writerIndex()
              ? copy(in, at, length)
              : in.retainedSlice(at, length);
      decoder.fireChannelRead(new DefaultLastHttpContent(last, EmptyHttpHeaders.INSTANCE));
    }
    return at + length;
  }

  private static ByteBuf copy(ByteBuf in, int at, int length) {
    byte[] bytes = new byte[length];
    in.getBytes(at, bytes);
    return Unpooled.wrappedBuffer(bytes);
  }

  private static int place(byte[] head) {
    int hash = 0;
    for (int i = 0; i < BEGINNING; i++) {
      hash = hash * 31 + head[i];
    }
    return (hash ^ hash >>> 16) & PLACES - 1;
  }

  /**
   * A head has come that wasn't known, and that the guard has found right; the decoder gets it
   * next. Who sends it twice in a row is to be known by it: others' heads aren't worth a place.
   */
  void onHead(ChannelHandlerContext guard, ByteBuf in, int from, int to) {
    int length = to - from;
    if (missed == MOST_MISSED || length < BEGINNING || length > HeadBytes.PART) {
      return;
    }
    if (decoder == null) {
      decoder = guard.pipeline().context(HttpRequestDecoder.class);
      heads = OF_LOOP.get();
    }
    if (decoder != null && !decoder.isRemoved()) {
      byte[] head = new byte[length];
      in.getBytes(from, head);
      if (!isKnown(head)) {
        miss(head);
      }
    }
  }

  private void miss(byte[] head) {
    missed++;
    int hash = 0;
    for (byte b : head) {
      hash = Bytes.isDigit(b) ? hash : hash * 31 + b; // whatever its number is
    }
    if (hash == missedLast) {
      decoder.pipeline().addAfter(decoder.name(), null, new Keeper(head));
    }
    missedLast = hash;
  }

  /** Another connection may have sent it before. */
  private boolean isKnown(byte[] head) {
    int place = place(head);
    return isKnown(heads[place], head) || isKnown(heads[place ^ 1], head);
  }

  private boolean isKnown(KnownHead one, byte[] head) {
    return one != null && one.read(head, head.length, limits) != KnownHead.UNKNOWN;
  }

  private void keep(KnownHead known, int place) {
    if (known != null) {
      heads[place ^ 1] = heads[place];
      heads[place] = known;
    }
  }

  /** Sees what the decoder makes of a head, and is gone. */
  private final class Keeper extends ChannelInboundHandlerAdapter {
    private final byte[] head;

    Keeper(byte[] head) {
      this.head = head;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof HttpRequest request) {
        keep(KnownHead.of(limits, head, request), place(head));
      }
      ctx.pipeline().remove(this);
      ctx.fireChannelRead(message);
    }
  }
}
