package dev.vertxmesh.limits;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.vertxmesh.testing.FixedPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A Redis of {@code scripts/redis.sh} as a process, which keeps nothing on disk. Where there's none
 * tests are skipped; with {@code -Dmesh.redis.required=true} they fail.
 */
final class RedisServer implements AutoCloseable {

  private final Path folder;
  private final int port;
  private final List<String> flags;
  private Process process;

  /**
   * @param folder for its log
   */
  RedisServer(Path folder, String... flags) {
    this(folder, FixedPort.free(), List.of(flags));
  }

  /** One that takes TLS alone, and asks its clients for no certificate. */
  static RedisServer encrypted(Path folder, Path certificate, Path key) {
    RedisServer plain = new RedisServer(folder);
    return new RedisServer(
        folder,
        plain.port,
        List.of(
            "--tls-port",
            "" + plain.port,
            "--tls-cert-file",
            certificate.toString(),
            "--tls-key-file",
            key.toString(),
            "--tls-auth-clients",
            "no"));
  }

  private RedisServer(Path folder, int port, List<String> flags) {
    this.folder = folder;
    this.port = port;
    this.flags = flags;
  }

  private static Path program() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path caches =
        cache == null ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    try (Stream<Path> found = Files.list(caches.resolve("vertx-mesh"))) {
      return found
          .filter(each -> each.getFileName().toString().startsWith("redis-"))
          .map(each -> each.resolve("redis-server"))
          .filter(Files::isExecutable)
          .findFirst()
          .orElseThrow(IOException::new);
    } catch (IOException e) {
      if (Boolean.getBoolean("mesh.redis.required")) {
        throw new UncheckedIOException("there's no redis-server, see scripts/redis.sh", e);
      }
      return abort("redis-server isn't here");
    }
  }

  RedisServer start() {
    Path program = program();
    List<String> command = new ArrayList<>();
    Collections.addAll(
        command, program.toString(), "--port", plainPort(), "--bind", "127.0.0.1", "--save", "");
    command.addAll(flags);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("redis.log").toFile());
    builder.environment().put("LD_LIBRARY_PATH", program.getParent().toString());
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    await().until(this::listens);
    return this;
  }

  private String plainPort() {
    return flags.contains("--tls-port") ? "0" : "" + port;
  }

  private boolean listens() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Without a word to its clients. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    if (process != null) {
      kill();
    }
  }
}
