package dev.vertxmesh.link;

import java.util.regex.Pattern;

/** What a person reads of a socket's error. */
public final class Reason {

  /** What epoll's errors begin with: the name and the number of a system call. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

  private Reason() {}

  public static String of(Throwable error) {
    String message = error.getMessage();
    return message == null ? error.toString() : SYSTEM_CALL.matcher(message).replaceFirst("");
  }
}
