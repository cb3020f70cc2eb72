package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;

/**
 * Where the provider is, and how patient to be with it. Times are in milliseconds, sizes in bytes.
 *
 * @param connectTimeout for one attempt
 * @param heartbeatInterval of silence before a heartbeat; after three without a byte from the
 *     provider the connection is given up
 * @param retryDelay before the second attempt to connect; it doubles from there
 * @param maxRetryDelay what it doubles to
 * @param maxBody the longest request and response; Dubbo's own {@code payload} is 8 MiB
 * @param maxPending what may wait to be written before calls are refused
 * @param serializations for requests, the likeliest first; more than one if it is to be found out
 *     which is taken. Answers are read in whatever they come
 * @param echoInterval between two questions whether the provider answers calls
 * @param exactNumbers whether a number that the provider might cut is refused
 * @param tls how the connection is encrypted; null for plain text
 */
public record DubboOptions(
    String host,
    int port,
    int connectTimeout,
    int heartbeatInterval,
    int retryDelay,
    int maxRetryDelay,
    int maxBody,
    int maxPending,
    List<Serialization> serializations,
    int echoInterval,
    boolean exactNumbers,
    TlsClient tls) {

  /** The serialization that stands for finding it out. */
  public static final String AUTO = "auto";

  public DubboOptions {
    serializations = List.copyOf(serializations);
    check("echoInterval", echoInterval, 10, 86_400_000);
    if (host == null || host.isBlank()) {
      throw new IllegalArgumentException("host is empty");
    }
    check("port", port, 1, 65535);
    check("connectTimeout", connectTimeout, 1, 600_000);
    check("heartbeatInterval", heartbeatInterval, 10, 86_400_000);
    check("retryDelay", retryDelay, 1, 600_000);
    check("maxRetryDelay", maxRetryDelay, retryDelay, 600_000);
    check("maxBody", maxBody, 1024, 1 << 30);
    check("maxPending", maxPending, 1024, 1 << 30);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " is " + value + ", expected " + least + " to " + most);
    }
  }

  /**
   * Reads an object with the record's names; all but {@code host} and {@code port} may be missing.
   *
   * @param tls null for plain text
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public static DubboOptions from(JsonObject json, TlsClient tls) {
    return new DubboOptions(
        json.getString("host"),
        json.getInteger("port", 0),
        json.getInteger("connectTimeout", 1000),
        json.getInteger("heartbeatInterval", 60_000),
        json.getInteger("retryDelay", 50),
        json.getInteger("maxRetryDelay", 1000),
        json.getInteger("maxBody", DubboDecoder.DEFAULT_MAX_BODY),
        json.getInteger("maxPending", 8 * 1024 * 1024),
        serializations(json.getString("serialization", Serialization.HESSIAN2.name())),
        json.getInteger("echoInterval", 5_000),
        json.getBoolean("exactNumbers", false),
        tls);
  }

  private static List<Serialization> serializations(String text) {
    return text.equals(AUTO)
        ? List.of(Serialization.HESSIAN2, Serialization.FASTJSON2, Serialization.FASTJSON)
        : List.of(Serialization.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_')));
  }

  /** How failures name the provider. */
  public String where() {
    return "dubbo " + host + ":" + port;
  }
}
