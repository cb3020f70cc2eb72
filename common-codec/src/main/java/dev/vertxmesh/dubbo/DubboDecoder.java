package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * Cuts a stream of bytes into messages. Knows where a message ends and nothing of what it means.
 *
 * <p>A message that arrives whole is handed on as a slice of the buffer it came in; only one that
 * arrives in pieces is gathered. After the first failure, and after {@link #close}, input is
 * released and dropped.
 */
public final class DubboDecoder {

  /** Gets every message; {@code body} is valid during the call only, and not to be released. */
  @FunctionalInterface
  public interface Recipient {
    void onMessage(int flags, int status, long id, ByteBuf body);

    /**
     * A message has begun that isn't all there yet.
     *
     * @param length of the whole body
     * @param body what there is of it
     * @return false to have the message skipped instead of gathered
     */
    default boolean onBegin(int flags, long id, int length, ByteBuf body) {
      return true;
    }

    /** A message is over the limit: the decoder fails right after this. */
    default void onTooLong(int flags, long id, long length, ByteBuf body) {}
  }

  /** Dubbo's own default for {@code payload}, in bytes of body. */
  public static final int DEFAULT_MAX_BODY = 8 * 1024 * 1024;

  /** Dubbo's own events have at most 15 bytes. */
  static final int MAX_EVENT_BODY = 64;

  /** A buffer may be so much larger than what is left in it. */
  private static final int MOST_SPARE = 4 << 10;

  private final ByteBufAllocator allocator;
  private final int maxBody;
  private final Recipient recipient;
  private ByteBuf gathered;
  private boolean begun;
  private long skipping;
  private boolean refusing;

  /**
   * @param maxBody bytes; a longer body is a failure
   */
  public DubboDecoder(ByteBufAllocator allocator, int maxBody, Recipient recipient) {
    this.allocator = allocator;
    this.maxBody = maxBody;
    this.recipient = recipient;
  }

  /**
   * Takes the next bytes of the stream, and releases them.
   *
   * @throws DubboCodecException once, for bytes that start no message or one over the limit
   */
  public void feed(ByteBuf bytes) {
    if (refusing) {
      bytes.release();
      return;
    }
    ByteBuf in = gathered == null ? bytes : append(bytes);
    gathered = null;
    boolean done = false;
    try {
      cut(in);
      done = true;
    } finally {
      keepRest(in, done);
    }
  }

  /** Drops a message that hasn't ended, and all input from now on. */
  public void close() {
    refusing = true;
    if (gathered != null) {
      gathered.release();
      gathered = null;
    }
  }

  /** Bytes of a message that has begun and not ended. */
  public int pendingBytes() {
    return gathered == null ? 0 : gathered.readableBytes();
  }

  private void cut(ByteBuf in) {
    skip(in);
    while (!refusing && in.readableBytes() >= DubboHeader.SIZE) {
      int at = in.readerIndex();
      int length = checkedLength(in, at);
      if (in.readableBytes() - DubboHeader.SIZE < length) {
        begin(in, at, length);
        return;
      }
      begun = false;
      in.skipBytes(DubboHeader.SIZE + length);
      recipient.onMessage(
          in.getUnsignedByte(at + DubboHeader.FLAGS),
          in.getUnsignedByte(at + DubboHeader.STATUS),
          in.getLong(at + DubboHeader.ID),
          in.slice(at + DubboHeader.SIZE, length));
    }
    if (!refusing) {
      checkMagic(in, in.readerIndex());
    }
  }

  private void begin(ByteBuf in, int at, int length) {
    if (begun) {
      return;
    }
    int flags = in.getUnsignedByte(at + DubboHeader.FLAGS);
    begun = recipient.onBegin(flags, in.getLong(at + DubboHeader.ID), length, body(in, at));
    if (!begun) {
      skipping = DubboHeader.SIZE + length;
      skip(in);
    }
  }

  private void skip(ByteBuf in) {
    int skipped = (int) Math.min(skipping, in.readableBytes());
    in.skipBytes(skipped);
    skipping -= skipped;
  }

  /** What there is of the body of the message that starts here. */
  private static ByteBuf body(ByteBuf in, int at) {
    int start = at + DubboHeader.SIZE;
    return in.slice(start, in.writerIndex() - start);
  }

  private int checkedLength(ByteBuf in, int at) {
    checkMagic(in, at);
    long length = in.getUnsignedInt(at + DubboHeader.LENGTH);
    int flags = in.getUnsignedByte(at + DubboHeader.FLAGS);
    boolean event = DubboHeader.isEvent(flags);
    int limit = event ? Math.min(MAX_EVENT_BODY, maxBody) : maxBody;
    if (length > limit) {
      recipient.onTooLong(flags, in.getLong(at + DubboHeader.ID), length, body(in, at));
      String what = event ? "event" : "message";
      throw new DubboCodecException(
          "a Dubbo " + what + " of " + length + " bytes is over the limit of " + limit);
    }
    return (int) length;
  }

  /** Also of a header that has only begun, so that garbage shorter than one isn't waited for. */
  private static void checkMagic(ByteBuf in, int at) {
    int there = Math.min(2, in.writerIndex() - at);
    for (int i = 0; i < there; i++) {
      if (in.getUnsignedByte(at + i) != (DubboHeader.MAGIC >> (8 - 8 * i) & 0xff)) {
        throw NotDubbo.at(in, at);
      }
    }
  }

  private void keepRest(ByteBuf in, boolean done) {
    refusing |= !done;
    if (refusing || !in.isReadable()) {
      in.release();
    } else if (in.capacity() - in.readableBytes() > MOST_SPARE && !isWhole(in)) {
      gathered = allocator.buffer(in.readableBytes()).writeBytes(in);
      in.release();
    } else {
      gathered = in;
    }
  }

  /** Whether the space in it is that of the message that has begun. */
  private static boolean isWhole(ByteBuf in) {
    int at = in.readerIndex();
    return in.readableBytes() >= DubboHeader.SIZE
        && at == 0
        && in.capacity() == DubboHeader.SIZE + in.getInt(at + DubboHeader.LENGTH);
  }

  /** Space for the whole message is taken at once when its length is known. */
  private ByteBuf append(ByteBuf bytes) {
    ByteBuf old = gathered;
    try {
      boolean fits = old.writableBytes() >= bytes.readableBytes();
      boolean ours = old.refCnt() == 1 && !old.isReadOnly();
      ByteBuf to = fits && ours ? old : copyOf(old, old.readableBytes() + bytes.readableBytes());
      return to.writeBytes(bytes);
    } finally {
      bytes.release();
    }
  }

  private ByteBuf copyOf(ByteBuf old, int needed) {
    int whole = needed;
    if (old.readableBytes() >= DubboHeader.SIZE) {
      int at = old.readerIndex();
      whole =
          Math.max(needed, DubboHeader.SIZE + old.getInt(at + DubboHeader.LENGTH)); // was checked
    }
    ByteBuf copy = allocator.buffer(whole).writeBytes(old);
    old.release();
    return copy;
  }
}
