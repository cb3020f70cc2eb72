package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.call.Call;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import java.util.Locale;

/**
 * By what a rule tells calls apart.
 *
 * @param header its name in lower case; empty for the other kinds
 */
record Distinction(Kind kind, String header) {

  /** What of a call is looked at. */
  enum Kind {
    /** Who calls; those who show nothing are told apart by their addresses. */
    CALLER,
    ADDRESS,
    SERVICE,
    METHOD,
    HEADER;

    private final String label = name().toLowerCase(Locale.ROOT);
  }

  private static final String EXPECTED = "expected caller, address, service, method or header NAME";
  private static final String HEADER = "header ";
  private static final String NOTHING = "";

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  static Distinction parse(String text) {
    if (text.startsWith(HEADER) && !text.substring(HEADER.length()).isBlank()) {
      String name = text.substring(HEADER.length()).strip().toLowerCase(Locale.ROOT);
      return new Distinction(Kind.HEADER, name);
    }
    for (Kind kind : List.of(Kind.CALLER, Kind.ADDRESS, Kind.SERVICE, Kind.METHOD)) {
      if (kind.label.equals(text)) {
        return new Distinction(kind, "");
      }
    }
    throw new IllegalArgumentException(EXPECTED);
  }

  /** Never null. */
  String of(Identity caller, Call call) {
    return switch (kind) {
      case CALLER -> caller.kind() == Identity.Kind.ANONYMOUS ? address(call) : caller.toString();
      case ADDRESS -> address(call);
      case SERVICE -> call.target().service().interfaceName();
      case METHOD -> call.target().method();
      case HEADER -> {
        String said = said(call, header);
        yield said == null ? NOTHING : said;
      }
    };
  }

  /** Whether it's the same for all calls of one caller to one method. */
  boolean isSameForAllOf(Identity caller) {
    return switch (kind) {
      case CALLER -> caller.kind() != Identity.Kind.ANONYMOUS;
      case SERVICE, METHOD -> true;
      case ADDRESS, HEADER -> false;
    };
  }

  private static String address(Call call) {
    SocketAddress peer = call.record().origin().peer();
    String host = peer == null ? null : peer.hostAddress();
    return host == null ? NOTHING : host;
  }

  /**
   * What a request says under a name; what has none of its own is told by attachments, be they the
   * call's or in its payload.
   */
  static String said(Call call, String name) {
    String said = call.record().origin().header(name);
    if (said == null) {
      said = call.attachments().get(name);
    }
    return said == null ? call.record().carried(name) : said;
  }
}
