package dev.vertxmesh.kvstore;

import dev.vertxmesh.kvstore.service.ServiceLimits;
import dev.vertxmesh.kvstore.store.FileOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a store is set up. Times are in milliseconds, sizes in bytes.
 *
 * @param port 0 for any free one
 * @param readDelay that each retrieve takes, as if the value were on a disk
 * @param writeDelay that each create, update and delete takes
 * @param locked whether one call has the whole store for as long as its delay takes; otherwise each
 *     goes as if it were alone
 * @param file that values outlive the process in; null for none
 * @param maxBytes of all keys and values, and 128 more for each
 */
public record KvStoreOptions(
    String host,
    int port,
    long readDelay,
    long writeDelay,
    boolean locked,
    FileOptions file,
    long maxBytes,
    ServiceLimits limits) {

  public static final String HOST = "127.0.0.1";
  public static final int PORT = 50051;
  public static final int READ_DELAY = 10;
  public static final int WRITE_DELAY = 50;
  public static final int MAX_KEY = 1024;
  public static final int MAX_VALUE = 1 << 20;
  public static final int MAX_CALLS = 10_000;

  private static final String CONCURRENT = "concurrent";
  private static final String LOCKED = "locked";
  private static final Set<String> KNOWN =
      Set.of(
          "host",
          "port",
          "readDelay",
          "writeDelay",
          "mode",
          "file",
          "sync",
          "maxBytes",
          "maxKey",
          "maxValue",
          "maxCalls",
          "maxCallBytes");

  /** As a share of the heap: all that is stored, and all that calls hold. */
  private static final int STORED_SHARE = 2;

  private static final int CALLS_SHARE = 8;

  public KvStoreOptions {
    if (host.isBlank()) {
      throw new IllegalArgumentException("host: is empty, expected an address");
    }
    check("port", port, 0, 65_535);
    check("readDelay", readDelay, 0, 3_600_000);
    check("writeDelay", writeDelay, 0, 3_600_000);
    check("maxBytes", maxBytes, 1024, Long.MAX_VALUE);
    check("maxKey", limits.maxKey(), 1, 1 << 20);
    check("maxValue", limits.maxValue(), 0, 256 << 20);
    check("maxCalls", limits.maxCalls(), 1, 10_000_000);
    check("maxCallBytes", limits.maxCallBytes(), 1024, Long.MAX_VALUE);
  }

  private static void check(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": is " + value + ", expected " + least + " to " + most);
    }
  }

  /**
   * Reads an object with the record's names, {@code mode} ({@code concurrent} or {@code locked}),
   * {@code file} (a path), {@code sync} and the {@link ServiceLimits}' names; all may be missing.
   *
   * @throws IllegalArgumentException naming what is unknown or has a bad value
   */
  public static KvStoreOptions from(JsonObject json) {
    for (String name : json.fieldNames()) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException(
            name + ": is unknown, expected one of " + new TreeSet<>(KNOWN));
      }
    }
    long heap = Runtime.getRuntime().maxMemory();
    return new KvStoreOptions(
        text(json, "host", HOST),
        (int) number(json, "port", PORT),
        number(json, "readDelay", READ_DELAY),
        number(json, "writeDelay", WRITE_DELAY),
        isLocked(text(json, "mode", CONCURRENT)),
        file(json),
        number(json, "maxBytes", heap / STORED_SHARE),
        new ServiceLimits(
            (int) number(json, "maxKey", MAX_KEY),
            (int) number(json, "maxValue", MAX_VALUE),
            (int) number(json, "maxCalls", MAX_CALLS),
            number(json, "maxCallBytes", heap / CALLS_SHARE)));
  }

  private static FileOptions file(JsonObject json) {
    String path = text(json, "file", null);
    Object sync = json.getValue("sync", true);
    if (!(sync instanceof Boolean)) {
      throw new IllegalArgumentException("sync: is " + sync + ", expected true or false");
    }
    return path == null ? null : new FileOptions(Path.of(path), (Boolean) sync);
  }

  private static boolean isLocked(String mode) {
    if (!mode.equals(LOCKED) && !mode.equals(CONCURRENT)) {
      throw new IllegalArgumentException(
          "mode: is " + mode + ", expected " + CONCURRENT + " or " + LOCKED);
    }
    return mode.equals(LOCKED);
  }

  private static String text(JsonObject json, String name, String otherwise) {
    Object value = json.getValue(name, otherwise);
    if (value != null && !(value instanceof String)) {
      throw new IllegalArgumentException(name + ": is " + value + ", expected text");
    }
    return (String) value;
  }

  private static long number(JsonObject json, String name, long otherwise) {
    Object value = json.getValue(name, otherwise);
    if (!(value instanceof Integer) && !(value instanceof Long)) {
      throw new IllegalArgumentException(name + ": is " + value + ", expected a whole number");
    }
    long number = ((Number) value).longValue();
    boolean small = !name.equals("maxBytes") && !name.equals("maxCallBytes");
    if (small && number != (int) number) {
      throw new IllegalArgumentException(
          name + ": is " + number + ", expected at most " + Integer.MAX_VALUE);
    }
    return number;
  }
}
