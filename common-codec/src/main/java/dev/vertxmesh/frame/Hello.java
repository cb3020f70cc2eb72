package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/**
 * The first frame in both directions: who this is and what it takes.
 *
 * <pre>
 *  0       4     5     6     8          12           16       20           24        28
 *  +-------+-----+-----+-----+----------+------------+--------+------------+---------+-----------+------+
 *  | magic | min | max | 0   | maxFrame | maxMessage | credit | dictionary | features| keepAlive | name |
 *  +-------+-----+-----+-----+----------+------------+--------+------------+---------+-----------+------+
 *
 *  and, with the feature {@link #STREAMS}, behind the name
 *  +--------------+------------------+
 *  | streamWindow | connectionWindow |
 *  +--------------+------------------+
 * </pre>
 *
 * @param minVersion the oldest version of the protocol that the sender speaks, from 1
 * @param maxVersion the newest
 * @param maxFrame the largest frame it takes, in bytes without the header
 * @param maxMessage the largest payload of one message it takes, in bytes, all chunks together
 * @param credit how many calls it takes at a time from this link; 0 if it takes none
 * @param dictionary how many dictionary entries it remembers
 * @param features bits for what later versions add; unknown ones are ignored
 * @param keepAliveMillis how long it lets a silent link be before it asks with a PING
 * @param name for people: the agent and its version
 * @param streamWindow bytes of DATA that it takes of each stream before it has given any back; 0
 *     without streams
 * @param connectionWindow the same of all streams together
 */
public record Hello(
    int minVersion,
    int maxVersion,
    int maxFrame,
    int maxMessage,
    int credit,
    int dictionary,
    int features,
    int keepAliveMillis,
    String name,
    int streamWindow,
    int connectionWindow) {

  /** "VMSH" in ASCII. */
  public static final int MAGIC = 0x564d5348;

  /** The version that this code speaks. */
  public static final int VERSION = 1;

  /** The feature of who carries streams. */
  public static final int STREAMS = 0x01;

  /** The feature of who takes a stream's little bytes with its REQUEST, and with its RESPONSE. */
  public static final int WHOLES = 0x02;

  /** What comes before the name, and its length. */
  private static final int SHORTEST = 32 + Short.BYTES;

  /** Whether the sender carries streams. */
  public boolean hasStreams() {
    return (features & STREAMS) != 0;
  }

  /** Whether the sender takes in one frame what is all of a stream's direction. */
  public boolean hasWholes() {
    return hasStreams() && (features & WHOLES) != 0;
  }

  public void encode(ByteBuf out) {
    int start = FrameHeader.begin(out, FrameType.HELLO, 0, 0);
    out.writeInt(MAGIC).writeByte(minVersion).writeByte(maxVersion).writeShort(0);
    out.writeInt(maxFrame).writeInt(maxMessage).writeInt(credit);
    out.writeInt(dictionary).writeInt(features).writeInt(keepAliveMillis);
    Text.write(out, name);
    if (hasStreams()) {
      out.writeInt(streamWindow).writeInt(connectionWindow);
    }
    FrameHeader.end(out, start, 0);
  }

  public static Hello decode(Frame frame) {
    FieldReader in = new FieldReader(frame);
    in.i32();
    int min = in.u8();
    int max = in.u8();
    in.u16();
    int maxFrame = in.u31();
    int maxMessage = in.u31();
    int credit = in.u31();
    int dictionary = in.u31();
    int features = in.i32();
    int keepAlive = in.u31();
    String name = in.text();
    boolean streams = (features & STREAMS) != 0;
    int streamWindow = streams ? in.u31() : 0;
    int connectionWindow = streams ? in.u31() : 0;
    return new Hello(
        min,
        max,
        maxFrame,
        maxMessage,
        credit,
        dictionary,
        features,
        keepAlive,
        name,
        streamWindow,
        connectionWindow);
  }

  /**
   * The newest version that both speak.
   *
   * @throws FrameException when there is none
   */
  public int agree(Hello other) {
    int version = Math.min(maxVersion, other.maxVersion);
    if (version < Math.max(minVersion, other.minVersion)) {
      throw new FrameException(
          LinkError.VERSION,
          "%s speaks versions %d to %d of the link protocol, %s speaks %d to %d"
              .formatted(
                  name, minVersion, maxVersion, other.name, other.minVersion, other.maxVersion));
    }
    return version;
  }

  /** Judges the header and as much of the magic as has arrived. */
  static boolean looksLikeOne(ByteBuf in, long length) {
    int magicAt = in.readerIndex() + FrameHeader.SIZE;
    return length >= SHORTEST && (in.writerIndex() < magicAt + 4 || in.getInt(magicAt) == MAGIC);
  }

  static String firstBytes(ByteBuf in) {
    return ByteBufUtil.hexDump(in, in.readerIndex(), Math.min(16, in.readableBytes()));
  }
}
