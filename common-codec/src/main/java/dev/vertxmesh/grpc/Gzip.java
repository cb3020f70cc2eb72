package dev.vertxmesh.grpc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Messages that are compressed by gzip (RFC 1952). */
public final class Gzip {

  public static final String NAME = "gzip";

  private static final int STEP = 8 << 10;

  private Gzip() {}

  /**
   * The message. What it costs is bounded by the limit, whatever it would become.
   *
   * @param limit of the message, in bytes
   * @throws MessageReader.OverLimit if there's more
   * @throws IllegalArgumentException if the bytes aren't gzip's
   */
  public static byte[] inflate(byte[] compressed, int limit) {
    ByteArrayOutputStream message = new ByteArrayOutputStream(compressed.length);
    byte[] step = new byte[STEP];
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      for (int read = in.read(step); read >= 0; read = in.read(step)) {
        if (message.size() + read > limit) {
          throw new MessageReader.OverLimit(
              "a message of %d bytes becomes more than it may without gzip, expected at most %d"
                  .formatted(compressed.length, limit));
        }
        message.write(step, 0, read);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("a message isn't gzip's: " + e.getMessage(), e);
    }
    return message.toByteArray();
  }
}
