package dev.vertxmesh.access.who;

import java.util.List;

/** Reads whom a rule is for, as a file has it. */
public final class WhoReader {

  public static final String EXPECTED =
      "expected certificate:NAME, key:NAME, token:NAME, group:NAME, network:ADDRESS/BITS,"
          + " anonymous, identified or *";

  private static final List<Identity.Kind> NAMED =
      List.of(Identity.Kind.CERTIFICATE, Identity.Kind.KEY, Identity.Kind.TOKEN);

  private final Networks networks = new Networks();

  /** Those that were named so far. */
  public Networks networks() {
    return networks;
  }

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public Who parse(String text) {
    switch (text) {
      case "*":
        return new Who(Who.Type.ANYBODY, "", 0);
      case "identified":
        return new Who(Who.Type.IDENTIFIED, "", 0);
      case "anonymous":
        return new Who(Who.Type.ANONYMOUS, "", 0);
      default:
        break;
    }
    if (text.startsWith(Who.NETWORK)) {
      return new Who(Who.Type.NETWORK, "", networks.number(text.substring(Who.NETWORK.length())));
    }
    boolean named =
        text.startsWith(Who.GROUP)
            || NAMED.stream().anyMatch(kind -> text.startsWith(kind.label() + ":"));
    if (!named || text.endsWith(":")) {
      throw new IllegalArgumentException(EXPECTED);
    }
    if (text.startsWith(Who.GROUP)) {
      return new Who(Who.Type.GROUP, text, 0);
    }
    int star = text.indexOf('*');
    if (star < 0) {
      return new Who(Who.Type.NAME, text, 0);
    } else if (star < text.length() - 1) {
      throw new IllegalArgumentException("expected a * at the end only");
    }
    return new Who(Who.Type.BEGINNING, text.substring(0, star), 0);
  }
}
