package dev.vertxmesh.discovery.etcd;

import java.util.regex.Pattern;

/** What of a URL that is refused may be said: a password may stand where none belongs. */
public final class UrlSecrets {

  private static final Pattern HOSTS =
      Pattern.compile("//(\\[[^]]*]|[^/:,]*)(:\\d*)?(,(\\[[^]]*]|[^/:,]*)(:\\d*)?)*(/.*)?");

  private static final Pattern NAME = Pattern.compile("[a-z-]{1,20}");

  private UrlSecrets() {}

  /**
   * A password before a host may have a question mark, a slash or a comma in it, and then any part
   * of the URL may be a part of it.
   *
   * @param syntax how such URLs are written
   * @param rest what stands behind the scheme and its colon
   * @param place the same up to the first question mark
   * @throws IllegalArgumentException if there may be one
   */
  public static void refuseUser(String syntax, String rest, String place) {
    boolean cut = rest.contains("@") && !HOSTS.matcher(place).matches();
    if (place.contains("@") || cut) {
      throw new IllegalArgumentException(
          "a user stands in user=NAME, not before the host; expected " + syntax);
    }
  }

  /** How an option is called that isn't known. */
  public static String unknown(String name, boolean behindPassword) {
    if (behindPassword) {
      return "an option after password (where & is %26)"; // it may be the rest of it
    }
    return NAME.matcher(name).matches() ? "the option '" + name + "'" : "one of the options";
  }
}
