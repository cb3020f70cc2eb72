package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.CallPattern;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Who;
import dev.vertxmesh.call.Call;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One rule of the file: whom and which calls it's about, whom of them it tells apart, and how much
 * each may have.
 *
 * @param name as metrics and errors call it
 * @param except whom it isn't about
 * @param headers all of which a call has to have
 * @param per by what calls are told apart; empty for one counter for all
 * @param calls null where they aren't counted
 * @param bytes null where they aren't counted
 * @param concurrency calls at the same time; 0 where they aren't counted
 * @param share of the provider's admission, in percent; 0 where it isn't about that
 * @param isShared whether gateways count together
 */
record LimitRule(
    String name,
    List<Who> who,
    List<Who> except,
    List<CallPattern> services,
    List<HeaderPattern> headers,
    List<Distinction> per,
    Rate calls,
    Rate bytes,
    int concurrency,
    int share,
    boolean isShared) {

  /**
   * What a header has to say.
   *
   * @param name in lower case
   * @param value or what it begins with
   */
  record HeaderPattern(String name, String value, boolean anyEnd) {

    private static final String STAR = "*";

    static HeaderPattern of(String name, String text) {
      boolean anyEnd = text.endsWith(STAR);
      String value = anyEnd ? text.substring(0, text.length() - 1) : text;
      return new HeaderPattern(name.toLowerCase(Locale.ROOT), value, anyEnd);
    }

    boolean matches(String said) {
      return said != null && (anyEnd ? said.startsWith(value) : said.equals(value));
    }
  }

  /** Whether it's about calls of somebody, whatever they say in headers. */
  boolean isFor(Identity identity, long networks, String service, String method) {
    return matches(who, identity, networks)
        && !matches(except, identity, networks)
        && covers(service, method);
  }

  private static boolean matches(List<Who> some, Identity identity, long networks) {
    for (Who each : some) {
      if (each.matches(identity, networks)) {
        return true;
      }
    }
    return false;
  }

  private boolean covers(String service, String method) {
    for (CallPattern pattern : services) {
      if (pattern.covers(service, method)) {
        return true;
      }
    }
    return false;
  }

  boolean headersMatch(Call call) {
    for (int i = 0; i < headers.size(); i++) { // without an iterator, as one is made a call
      HeaderPattern header = headers.get(i);
      if (!header.matches(Distinction.said(call, header.name()))) {
        return false;
      }
    }
    return true;
  }

  /** Whether all calls of one caller to one method share a counter, so that it can be kept. */
  boolean isSameForAllOf(Identity caller) {
    for (Distinction each : per) {
      if (!each.isSameForAllOf(caller)) {
        return false;
      }
    }
    return true;
  }

  /** Those that it looks at, in lower case. */
  Stream<String> headerNames() {
    return Stream.concat(
        headers.stream().map(HeaderPattern::name),
        per.stream()
            .filter(each -> each.kind() == Distinction.Kind.HEADER)
            .map(Distinction::header));
  }

  /** Whether something is left to do when a call ends. */
  boolean needsEnd() {
    return concurrency > 0 || share > 0 || bytes != null;
  }

  /** What a caller is told of it. */
  String said(Bound bound) {
    return switch (bound) {
      case CALLS -> "limit %s: %s calls a second".formatted(name, calls.text());
      case BYTES -> "limit %s: %s bytes a second".formatted(name, bytes.text());
      case CONCURRENCY ->
          share > 0
              ? "limit %s: %d %% of the provider's calls at the same time".formatted(name, share)
              : "limit %s: %d calls at the same time".formatted(name, concurrency);
    };
  }
}
