package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.NewsDesk;
import dev.vertxmesh.samples.provider.Loopback;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * What comes of a consumer that wants to be called back: straight by the provider, and then through
 * the mesh.
 */
public final class Subscription {

  /** On a machine that is busy a consumer's first answer takes more than Dubbo's second. */
  public static final int TIMEOUT_MILLIS = 20_000;

  private Subscription() {}

  /**
   * Subscribes in both ways, prints a line for each, such as {@code subscribed direct: 1, told
   * [first rain]} or what was thrown, and ends the process, which Dubbo's threads would keep.
   *
   * @param args flags as in {@link CompareFlags}
   * @param consumer makes of an URL a desk that is called there
   */
  public static void main(String[] args, Function<String, NewsDesk> consumer) {
    CompareFlags flags = CompareFlags.parse(args);
    print("direct", consumer.apply(url(flags.direct())));
    print("mesh", consumer.apply(url(flags.mesh())));
    System.exit(0);
  }

  /** With what a consumer would have from a registry: which argument is called back. */
  private static String url(String address) {
    int colon = address.indexOf(':');
    return "dubbo://%s%s/%s?serialization=hessian2&subscribe.%d.callback=true"
        .formatted(
            Loopback.spelled(address.substring(0, colon)),
            address.substring(colon),
            NewsDesk.class.getName(),
            NewsDesk.CALLED_BACK);
  }

  private static void print(String way, NewsDesk desk) {
    List<String> told = new CopyOnWriteArrayList<>();
    System.out.println("subscribed " + way + ": " + outcome(desk, told));
  }

  private static String outcome(NewsDesk desk, List<String> told) {
    try {
      int count = desk.subscribe("rain", told::add); // it's told before this returns
      return count + ", told " + told;
    } catch (RuntimeException e) {
      return e.toString().replace('\n', ' ');
    }
  }
}
