package dev.vertxmesh.grpc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

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
   * @throws IllegalArgumentException if the bytes aren't gzip's
   */
  public static int length(byte[] compressed, int limit) {
    byte[] step = new byte[STEP];
    int length = 0;
    try (InputStream in = open(compressed)) {
      for (int read = in.read(step); read >= 0; read = in.read(step)) {
        length += read;
        if (length > limit) {
          throw new MessageReader.OverLimit(
              "a message of %d bytes becomes more than it may without gzip, expected at most %d"
                  .formatted(compressed.length, limit));
        }
      }
    } catch (IOException e) {
      throw broken(e);
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
    try (InputStream in = open(compressed)) {
      in.readNBytes(message, 0, length);
    } catch (IOException e) {
      throw broken(e);
    }
    return message;
  }

  private static InputStream open(byte[] compressed) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(compressed));
  }

  private static IllegalArgumentException broken(IOException e) {
    return new IllegalArgumentException("a message isn't gzip's: " + e.getMessage(), e);
  }
}
