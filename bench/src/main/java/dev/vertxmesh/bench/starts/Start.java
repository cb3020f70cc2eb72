package dev.vertxmesh.bench.starts;

import dev.vertxmesh.bench.contest.Child;
import dev.vertxmesh.bench.contest.Children;
import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.contest.ContestException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One start.
 *
 * @param answerMillis from before the process is made until a provider's answer is there
 * @param cpuSeconds of the process by then
 * @param idleMiB that are resident of it once it has been idle for a while
 */
public record Start(String way, double answerMillis, double cpuSeconds, double idleMiB) {
  private static final int LOOK_MICROS = 500;
  private static final int PATIENCE_MILLIS = 5_000;
  private static final byte[] OK = "HTTP/1.1 200 ".getBytes(StandardCharsets.US_ASCII);

  /**
   * Starts an agent, calls it until it answers, and ends it.
   *
   * @param command with all of its flags
   * @param port for callers, as the command has it
   */
  static Start of(
      Children children, String way, List<String> command, int port, StartsOptions options)
      throws IOException, InterruptedException {
    byte[] call = call(port);
    long begun = System.nanoTime();
    Child agent = children.start("consumer", command);
    long last = begun + Commands.START_PATIENCE.toNanos();
    while (!isAnswered(port, call)) {
      if (!agent.running() || System.nanoTime() > last) {
        throw new ContestException("no answer by " + way + ":\n" + agent.printed());
      }
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(LOOK_MICROS));
    }
    double millis = (System.nanoTime() - begun) / 1e6;
    double cpu = agent.cpuSeconds();
    TimeUnit.SECONDS.sleep(options.idleSeconds);
    double idle = agent.rssMiB();
    agent.signal();
    agent.awaitEnd();
    return new Start(way, millis, cpu, idle);
  }

  private static byte[] call(int port) {
    String body = "[\"Tom\"]";
    return """
        POST /%s/hash HTTP/1.1\r
        Host: 127.0.0.1:%d\r
        Content-Type: application/json\r
        Content-Length: %d\r
        Connection: close\r
        \r
        %s"""
        .formatted(Commands.HELLO, port, body.length(), body)
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** False where nobody listens as yet, or no provider is known. */
  private static boolean isAnswered(int port, byte[] call) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(call);
      byte[] begin = socket.getInputStream().readNBytes(OK.length);
      return Arrays.equals(begin, OK);
    } catch (IOException e) {
      return false;
    }
  }
}
