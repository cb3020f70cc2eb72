package dev.vertxmesh.kvstore;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What can be said of a store on the command line; picocli fills it. */
public final class StoreFlags {

  @Option(
      names = "--read-delay",
      paramLabel = "MS",
      description = "how long each retrieve takes, in milliseconds (default: ${DEFAULT-VALUE})")
  long readDelay = KvStoreOptions.READ_DELAY;

  @Option(
      names = "--write-delay",
      paramLabel = "MS",
      description =
          "how long each create, update and delete takes, in milliseconds (default:"
              + " ${DEFAULT-VALUE})")
  long writeDelay = KvStoreOptions.WRITE_DELAY;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "where values outlive a restart; without it they're gone with the process")
  Path file;

  @Option(
      names = "--sync",
      negatable = true,
      fallbackValue = "true",
      description =
          "with --file: a change is answered once it's on the disk; with --no-sync once the system"
              + " has it, which a kill -9 can't undo but a loss of power can (default: --sync)")
  boolean sync = true;

  @Option(
      names = "--max-bytes",
      paramLabel = "BYTES",
      description =
          "of all keys and values, and 128 more for each, in bytes (default: half of the heap)")
  Long maxBytes;

  @Option(
      names = "--max-key",
      paramLabel = "BYTES",
      description = "of one key (default: ${DEFAULT-VALUE})")
  int maxKey = KvStoreOptions.MAX_KEY;

  @Option(
      names = "--max-value",
      paramLabel = "BYTES",
      description = "of one value (default: ${DEFAULT-VALUE})")
  int maxValue = KvStoreOptions.MAX_VALUE;

  @Option(
      names = "--max-calls",
      paramLabel = "N",
      description = "calls in flight; more are refused (default: ${DEFAULT-VALUE})")
  int maxCalls = KvStoreOptions.MAX_CALLS;

  @Option(
      names = "--max-call-bytes",
      paramLabel = "BYTES",
      description = "of calls in flight and their answers (default: an eighth of the heap)")
  Long maxCallBytes;

  /** For each retrieve, in milliseconds. */
  public long readDelay() {
    return readDelay;
  }

  /** For each create, update and delete, in milliseconds. */
  public long writeDelay() {
    return writeDelay;
  }

  /** The same as a command line says it. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--read-delay", readDelay);
    add(arguments, "--write-delay", writeDelay);
    add(arguments, "--file", file);
    add(arguments, "--max-bytes", maxBytes);
    add(arguments, "--max-key", maxKey);
    add(arguments, "--max-value", maxValue);
    add(arguments, "--max-calls", maxCalls);
    add(arguments, "--max-call-bytes", maxCallBytes);
    arguments.add(sync ? "--sync" : "--no-sync");
    return arguments;
  }

  private static void add(List<String> arguments, String flag, Object value) {
    if (value != null) {
      arguments.addAll(List.of(flag, value.toString()));
    }
  }

  /** As a verticle's config, without host, port and mode. */
  public JsonObject config() {
    JsonObject config =
        new JsonObject()
            .put("readDelay", readDelay)
            .put("writeDelay", writeDelay)
            .put("sync", sync)
            .put("maxKey", maxKey)
            .put("maxValue", maxValue)
            .put("maxCalls", maxCalls);
    if (file != null) {
      config.put("file", file.toString());
    }
    if (maxBytes != null) {
      config.put("maxBytes", maxBytes);
    }
    if (maxCallBytes != null) {
      config.put("maxCallBytes", maxCallBytes);
    }
    return config;
  }
}
