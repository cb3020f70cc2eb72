package dev.vertxmesh.discovery.kind;

import java.util.regex.Pattern;

/** Texts of others, as a log and a problem may show them: in one line, short, without secrets. */
public final class SafeText {

  private static final int LONGEST = 200;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}|\\u2028|\\u2029");

  /** What stands before a host, as it is or percent-encoded. */
  private static final Pattern USER =
      Pattern.compile("(://|%3A%2F%2F)(?:(?!/|%2F|\\?|%3F).)*(@|%40)", Pattern.CASE_INSENSITIVE);

  /** All options of a URL: some are tokens. */
  private static final Pattern QUERY = Pattern.compile("(\\?|%3F).*", Pattern.CASE_INSENSITIVE);

  private SafeText() {}

  /** At most 200 characters of it, and none that would begin another line. */
  public static String of(String text) {
    String line = CONTROL.matcher(cut(text)).replaceAll("?");
    return text.length() > LONGEST ? line + "…" : line;
  }

  /** A URL, or a name that is one, without the user, the password and the options that it has. */
  public static String url(String text) {
    String place = QUERY.matcher(text).replaceFirst("$1…");
    return of(USER.matcher(place).replaceAll("$1…$2"));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST));
  }
}
