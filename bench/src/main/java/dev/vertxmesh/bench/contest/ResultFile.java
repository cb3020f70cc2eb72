package dev.vertxmesh.bench.contest;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The file that a run leaves: its figures, where and when it was, and what it printed, from which
 * {@code bench/report} makes the docs' tables.
 */
public final class ResultFile {
  private ResultFile() {}

  /** Prints the text, and writes all to the file. */
  public static void publish(Path file, JsonObject figures, String text) throws IOException {
    System.out.print(text);
    write(file, figures, text);
  }

  /** Without printing. */
  public static void write(Path file, JsonObject figures, String text) throws IOException {
    JsonObject all = Machine.json().mergeIn(figures);
    all.put("printed", new JsonArray(text.strip().lines().map(String::stripTrailing).toList()));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(file, all.encodePrettily() + "\n");
  }
}
