package dev.vertxmesh.grpc;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** Puts messages together that come cut anywhere. For those that the mesh itself reads. */
public final class MessageReader {

  /** Gets each message when it's whole. */
  @FunctionalInterface
  public interface Receiver {
    void onMessage(byte[] message);
  }

  /** Makes of a compressed message what it was. */
  @FunctionalInterface
  public interface Unpacker {

    /**
     * @param limit of the message, in bytes
     * @throws OverLimit if there's more
     * @throws IllegalArgumentException if the bytes can't be read
     */
    byte[] unpack(byte[] packed, int limit);
  }

  private static final int COMPRESSED = 1;

  /** Room for this many bytes at first: a sender's own word for the length could be any number. */
  private static final int MOST_AT_FIRST = 64 << 10;

  private final int limit;
  private final Receiver receiver;
  private final Unpacker unpacker;
  private final MessageBounds bounds = new MessageBounds();
  private byte[] message;

  /**
   * @param limit of a message, in bytes
   */
  public MessageReader(int limit, Receiver receiver) {
    this(limit, receiver, null);
  }

  /**
   * @param limit of a message, in bytes, as it is on the wire and as it was
   * @param unpacker of compressed messages; null if there are to be none
   */
  public MessageReader(int limit, Receiver receiver, Unpacker unpacker) {
    this.limit = limit;
    this.receiver = receiver;
    this.unpacker = unpacker;
  }

  /**
   * Reads all of the bytes; whose they are doesn't change.
   *
   * @throws OverLimit for a message that is larger than the limit
   * @throws IllegalArgumentException for one that is compressed where none may be, or can't be
   *     unpacked, or has an unknown flag
   */
  public void read(ByteBuf bytes) {
    while (bytes.isReadable()) {
      if (message == null) {
        bounds.prefix(bytes.readByte());
        if (bounds.inPrefix() == 0) {
          begin();
        }
      } else {
        add(bytes);
      }
    }
  }

  /** Whether all that came are whole messages. */
  public boolean isBetween() {
    return bounds.isBetween();
  }

  private void begin() {
    if (bounds.flag() != 0 && (bounds.flag() != COMPRESSED || unpacker == null)) {
      throw new IllegalArgumentException(
          bounds.flag() == COMPRESSED
              ? "a message is compressed, expected one that isn't"
              : "a message begins with the flag 0x%02x, expected 0".formatted(bounds.flag()));
    }
    if (bounds.length() > limit) {
      throw new OverLimit(
          "a message takes %d bytes, expected at most %d".formatted(bounds.length(), limit));
    }
    message = new byte[(int) Math.min(bounds.length(), MOST_AT_FIRST)];
    endIfWhole();
  }

  private void add(ByteBuf bytes) {
    int at = (int) (bounds.length() - bounds.left());
    int step = bounds.skip(bytes.readableBytes());
    if (message.length - at < step) {
      long grown = Math.max(2L * message.length, at + step);
      message = Arrays.copyOf(message, (int) Math.min(bounds.length(), grown));
    }
    bytes.readBytes(message, at, step);
    endIfWhole();
  }

  private void endIfWhole() {
    if (bounds.left() == 0) {
      byte[] whole = message;
      message = null;
      receiver.onMessage(bounds.flag() == 0 ? whole : unpacker.unpack(whole, limit));
    }
  }

  /** The bytes of a message with what goes before it. */
  public static byte[] framed(byte[] message) {
    byte[] framed = new byte[MessageBounds.PREFIX + message.length];
    for (int i = 1, shift = 24; shift >= 0; i++, shift -= 8) {
      framed[i] = (byte) (message.length >>> shift);
    }
    System.arraycopy(message, 0, framed, MessageBounds.PREFIX, message.length);
    return framed;
  }

  /** A message is larger than may be. Stackless. */
  public static final class OverLimit extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OverLimit(String detail) {
      super(detail, null, false, false);
    }
  }
}
