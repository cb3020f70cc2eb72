package dev.vertxmesh.samples.dubbo2;

import java.util.Arrays;

/**
 * {@code java -jar dubbo2.jar [flags]} is the provider, with {@code native-client} before its flags
 * the client that is measured, with {@code turns} the one that calls turn by turn as it's told, at
 * a constant rate too, with {@code compare} the one that compares two ways to a provider, with
 * {@code answers} the one that prints what it's answered, with {@code generic} the one that makes
 * generic calls, with {@code subscribe} the one that wants to be called back. One entrance for all,
 * because the manifest opens the JDK's packages only to what is started by {@code -jar}.
 */
public final class Main {
  private Main() {}

  /** Runs one of them. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("native-client")) {
      NativeClient.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("turns")) {
      TurnClient.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("compare")) {
      Compare.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("answers")) {
      Compare.answers(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("generic")) {
      GenericConsumer.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("subscribe")) {
      Subscriber.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      Provider.main(args);
    }
  }
}
