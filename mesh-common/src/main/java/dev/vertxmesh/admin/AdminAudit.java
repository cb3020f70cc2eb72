package dev.vertxmesh.admin;

import io.vertx.core.http.HttpServerRequest;
import java.lang.System.Logger.Level;

/** A line for each change that somebody makes by the admin port, and for who may not. */
final class AdminAudit {

  private static final System.Logger CHANGES = System.getLogger("audit");

  /** Anybody who knocks makes these, and so they're written once in a while, with how many more. */
  private static final System.Logger REFUSALS = System.getLogger("audit.refused");

  private AdminAudit() {}

  /**
   * @param visitor who asks for it
   * @param path what is to be done
   */
  static void asked(HttpServerRequest request, String visitor, String path) {
    CHANGES.log(
        Level.INFO,
        "admin port: %s %s by %s from %s"
            .formatted(request.method(), path, visitor, request.remoteAddress()));
  }

  /** What it is since. */
  static void changed(HttpServerRequest request, String visitor, Adjustable adjustable) {
    CHANGES.log(
        Level.INFO,
        "admin port: %s is %s now, as %s asked from %s"
            .formatted(
                adjustable.path(), adjustable.value().encode(), visitor, request.remoteAddress()));
  }

  /** It was asked for wrongly. */
  static void notChanged(
      HttpServerRequest request, String visitor, Adjustable adjustable, int status) {
    CHANGES.log(
        Level.WARNING,
        "admin port: PUT %s by %s from %s was refused with %d"
            .formatted(adjustable.path(), visitor, request.remoteAddress(), status));
  }

  /**
   * @param path one that is there, or words for any other
   * @param why such as {@code without a token that is known}
   */
  static void refused(HttpServerRequest request, String path, String why) {
    REFUSALS.log(
        Level.WARNING,
        "admin port: %s %s from %s, %s"
            .formatted(request.method(), path, request.remoteAddress(), why));
  }
}
