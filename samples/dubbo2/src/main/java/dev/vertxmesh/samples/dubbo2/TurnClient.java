package dev.vertxmesh.samples.dubbo2;

import dev.vertxmesh.samples.contest.CallTimes;
import dev.vertxmesh.samples.contest.ContestStrings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A native client that does as it's told, line by line on stdin: {@code RATE IN_FLIGHT MILLIS
 * FILE}. At a rate above 0, calls a second, calls are due by the clock, whatever became of those
 * before; at 0 so many are in flight all the time. What became of them stands in the file once it
 * has printed {@code done FILE}. It ends with its stdin.
 */
final class TurnClient {
  private static final int STRINGS = 4096;

  private TurnClient() {}

  /** One argument: the provider, {@code dubbo://host:port}. */
  static void main(String[] args) {
    try {
      if (args.length != 1) {
        throw new IllegalArgumentException("one argument is expected: dubbo://HOST:PORT");
      }
      run(args[0]);
      System.exit(0); // Dubbo's threads would keep the process
    } catch (IOException | RuntimeException e) {
      System.err.println("cannot call: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void run(String provider) throws IOException {
    String[] strings = ContestStrings.pool(STRINGS, new SplittableRandom(STRINGS));
    Turn turn = new Turn(NativeClient.reference(provider).get(), strings);
    System.out.println("ready: " + provider);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      String[] order = line.split(" ", 4);
      if (order.length < 4) {
        throw new IllegalArgumentException(line + " isn't RATE IN_FLIGHT MILLIS FILE");
      }
      double rate = Double.parseDouble(order[0]);
      int millis = Integer.parseInt(order[2]);
      CallTimes times =
          rate > 0 ? turn.open(rate, millis) : turn.closed(Integer.parseInt(order[1]), millis);
      times.write(Path.of(order[3]));
      System.out.println("done " + order[3]);
    }
  }
}
