package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real Redis, of {@code scripts/redis.sh}, which keeps nothing on disk. Where there's none tests
 * are skipped; with {@code -Dmesh.redis.required=true} they fail.
 */
public final class Redis implements AutoCloseable {

  private final Path program = program();
  private final int port = Ports.free();
  private Child process;

  private static Path program() {
    Path found = Cache.newest("redis-", "redis-server").orElse(null);
    if (found == null && Boolean.getBoolean("mesh.redis.required")) {
      throw new IllegalStateException("there's no redis-server, see scripts/redis.sh");
    }
    return found == null ? abort("redis-server isn't here") : found;
  }

  /** Starts it, with nothing in it, and waits until it answers. */
  public Redis start() {
    List<String> command =
        List.of(program + "", "--port", "" + port, "--bind", "127.0.0.1", "--save", "");
    process =
        Child.start("redis", command, Map.of("LD_LIBRARY_PATH", program.getParent().toString()));
    await().ignoreExceptions().until(() -> timeMicros() > 0);
    return this;
  }

  /** SIGKILL: its clients hear no word of it. */
  public void kill() {
    process.kill();
  }

  public int port() {
    return port;
  }

  /** What time it is by Redis. */
  public long timeMicros() {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.getOutputStream().write("TIME\r\n".getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      List<String> answer = lines.lines().limit(5).toList(); // *2, and two texts with their lengths
      return TimeUnit.SECONDS.toMicros(Long.parseLong(answer.get(2)))
          + Long.parseLong(answer.get(4));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.end();
    }
  }
}
