package dev.vertxmesh.grpc;

/** Messages that are compressed by gzip (RFC 1952). */
public final class Gzip {

  public static final String NAME = "gzip";

  private static final int STEP = 8 << 10;

  private Gzip() {}

  /**
   * How many bytes a message has, which are counted and not kept: what it costs is some kilobytes,
   * whatever it would become.
   *
   * @param limit of the message, in bytes
   * @throws MessageReader.OverLimit if there's more
   * @throws IllegalArgumentException if the bytes aren't gzip's, or of more members than a few
   */
  public static int length(byte[] compressed, int limit) {
    byte[] step = new byte[STEP];
    int length = 0;
    try (GzipMembers members = new GzipMembers(compressed)) {
      for (int read = members.read(step, 0, STEP); read >= 0; read = members.read(step, 0, STEP)) {
        length += read;
        if (length > limit) {
          throw new MessageReader.OverLimit(
              "a message of %d bytes becomes more than it may without gzip, expected at most %d"
                  .formatted(compressed.length, limit));
        }
      }
    }
    return length;
  }

  /**
   * The message.
   *
   * @param length as {@link #length} says
   */
  public static byte[] inflate(byte[] compressed, int length) {
    byte[] message = new byte[length];
    try (GzipMembers members = new GzipMembers(compressed)) {
      for (int at = 0; at < length; ) {
        at += members.read(message, at, length - at);
      }
    }
    return message;
  }
}
