package dev.vertxmesh.samples.dubbo27;

import java.util.Arrays;

/**
 * {@code java -jar dubbo27.jar [flags]} is the provider, with {@code answers} before its flags a
 * consumer that prints what it's answered, with {@code generic} the one that makes generic calls.
 * One entrance for all, because the manifest opens the JDK's packages only to what is started by
 * {@code -jar}.
 */
public final class Main {
  private Main() {}

  /** Runs one or the other. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("answers")) {
      Answers.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("generic")) {
      GenericConsumer.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      Provider.main(args);
    }
  }
}
