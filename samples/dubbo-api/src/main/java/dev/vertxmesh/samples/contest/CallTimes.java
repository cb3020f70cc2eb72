package dev.vertxmesh.samples.contest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What became of each call of a stretch: when it was due by {@link System#nanoTime()}, which on
 * Linux is one clock for all processes, how late its caller came round to it, and how long it took
 * from when it was due. Nothing is made for a call, so that collecting garbage isn't what is
 * measured. Any thread may add.
 */
public final class CallTimes {
  private static final int FIELDS = 3;

  private long[] values;
  private int count;
  private long errors;
  private String firstError = "";

  /**
   * @param expected calls, for which there's room beforehand
   */
  public CallTimes(int expected) {
    values = new long[Math.max(1, expected) * FIELDS];
  }

  /** A call that was answered rightly; all in nanoseconds. */
  public synchronized void add(long due, long late, long took) {
    int at = count * FIELDS;
    if (at == values.length) {
      values = Arrays.copyOf(values, values.length * 2);
    }
    values[at] = due;
    values[at + 1] = late;
    values[at + 2] = took;
    count++;
  }

  /** A call that wasn't. */
  public synchronized void failed(String why) {
    if (errors++ == 0) {
      firstError = why;
    }
  }

  /** Calls that were answered rightly. */
  public synchronized int count() {
    return count;
  }

  public long due(int call) {
    return values[call * FIELDS];
  }

  public long late(int call) {
    return values[call * FIELDS + 1];
  }

  public long took(int call) {
    return values[call * FIELDS + 2];
  }

  public synchronized long errors() {
    return errors;
  }

  /** Empty if there was none. */
  public synchronized String firstError() {
    return firstError;
  }

  /** All of it, for another process. */
  public synchronized void write(Path file) throws IOException {
    byte[] why = firstError.getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate((2 + count * FIELDS) * Long.BYTES + why.length)
            .putLong(count)
            .putLong(errors);
    bytes.asLongBuffer().put(values, 0, count * FIELDS);
    bytes.position(bytes.position() + count * FIELDS * Long.BYTES).put(why);
    Files.write(file, bytes.array());
  }

  /** What another process wrote. */
  public static CallTimes read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    CallTimes times = new CallTimes((int) bytes.getLong(0));
    times.count = (int) bytes.getLong();
    times.errors = bytes.getLong();
    LongBuffer values = bytes.asLongBuffer();
    values.get(times.values, 0, times.count * FIELDS);
    bytes.position(bytes.position() + times.count * FIELDS * Long.BYTES);
    byte[] why = new byte[bytes.remaining()];
    bytes.get(why);
    times.firstError = new String(why, StandardCharsets.UTF_8);
    return times;
  }
}
