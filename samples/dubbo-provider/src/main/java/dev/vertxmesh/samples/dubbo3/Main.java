package dev.vertxmesh.samples.dubbo3;

import java.util.Arrays;

/**
 * {@code java -jar dubbo-provider.jar [flags]} is the provider, with {@code compare} before its
 * flags the client that compares two ways to one, with {@code generic} the one that makes generic
 * calls; with {@code triple} it's a provider that speaks Triple, with {@code triple-client} its
 * client; with {@code found} a client that calls who it finds in a registry, with {@code refer} one
 * that refers to many services there, with {@code subscribe} one that wants to be called back. One
 * entrance for all, because the manifest opens the JDK's packages only to what is started by {@code
 * -jar}.
 */
public final class Main {
  private Main() {}

  /** Runs one of them. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("compare")) {
      Compare.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("generic")) {
      GenericConsumer.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("triple")) {
      TripleProvider.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("triple-client")) {
      TripleConsumer.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("found")) {
      FoundCalls.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("refer")) {
      ReferringConsumer.main(Arrays.copyOfRange(args, 1, args.length));
    } else if (args.length > 0 && args[0].equals("subscribe")) {
      Subscriber.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      Provider.main(args);
    }
  }
}
