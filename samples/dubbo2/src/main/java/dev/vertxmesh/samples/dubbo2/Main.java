package dev.vertxmesh.samples.dubbo2;

import java.util.Arrays;

/**
 * {@code java -jar dubbo2.jar [flags]} is the provider, {@code java -jar dubbo2.jar native-client
 * [flags]} the client. One entrance for both, because the manifest opens the JDK's packages only to
 * what is started by {@code -jar}.
 */
public final class Main {
  private Main() {}

  /** Runs one or the other. */
  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("native-client")) {
      NativeClient.main(Arrays.copyOfRange(args, 1, args.length));
    } else {
      Provider.main(args);
    }
  }
}
