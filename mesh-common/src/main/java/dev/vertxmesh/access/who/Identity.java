package dev.vertxmesh.access.who;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who calls, as an agent has made sure. Made once a key, a token or a connection, and not once a
 * call. Equal to another of the same kind, name and groups.
 */
public final class Identity {

  /** By what somebody has shown who it is. */
  public enum Kind {
    CERTIFICATE,
    KEY,
    TOKEN,
    /** By nothing. */
    ANONYMOUS;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** As rules, logs and metrics call it. */
    public String label() {
      return label;
    }
  }

  /** A caller that shows nothing. */
  public static final Identity ANONYMOUS = new Identity(Kind.ANONYMOUS, "", Set.of());

  /** Of name and groups together, on a link; it's kept for as long as calls come. */
  public static final int MOST_CHARS = 8_192;

  private static final String SEPARATOR = ";";

  private final Kind kind;
  private final String name;
  private final Set<String> groups;
  private final String text;
  private final String introduction;
  private final int hash;

  private Identity(Kind kind, String name, Set<String> groups) {
    this.kind = kind;
    this.name = name;
    this.groups = groups;
    this.text = kind == Kind.ANONYMOUS ? kind.label() : kind.label() + ":" + name;
    this.introduction =
        kind.label()
            + ":"
            + encode(name)
            + groups.stream().map(group -> SEPARATOR + encode(group)).collect(Collectors.joining());
    this.hash = introduction.hashCode();
  }

  /**
   * One with a name.
   *
   * @throws IllegalArgumentException if it has none, or more than can be kept
   */
  public static Identity of(Kind kind, String name, Set<String> groups) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("the caller has no name");
    }
    Identity made =
        new Identity(kind, name, Set.copyOf(groups).isEmpty() ? Set.of() : sorted(groups));
    if (made.introduction.length() > MOST_CHARS) {
      throw new IllegalArgumentException(
          "name and groups of the caller take more than %d characters".formatted(MOST_CHARS));
    }
    return made;
  }

  /** By what somebody has shown who it is, as its text says; a null is anonymous. */
  public static Kind kindOf(String text) {
    for (Kind kind : Kind.values()) {
      if (text != null && text.startsWith(kind.label() + ":")) {
        return kind;
      }
    }
    return Kind.ANONYMOUS;
  }

  private static Set<String> sorted(Set<String> groups) {
    return java.util.Collections.unmodifiableSet(new TreeSet<>(groups));
  }

  /** What {@link #introduction} says; null if it isn't one. */
  public static Identity introduced(String introduction) {
    int colon = introduction.indexOf(':');
    if (colon < 0 || introduction.length() > MOST_CHARS) {
      return null;
    }
    try {
      Kind kind = Kind.valueOf(introduction.substring(0, colon).toUpperCase(Locale.ROOT));
      String[] parts = introduction.substring(colon + 1).split(SEPARATOR);
      Set<String> groups =
          Arrays.stream(parts).skip(1).map(Identity::decode).collect(Collectors.toSet());
      return kind == Kind.ANONYMOUS ? null : of(kind, decode(parts[0]), groups);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  public Kind kind() {
    return kind;
  }

  public String name() {
    return name;
  }

  public Set<String> groups() {
    return groups;
  }

  /** The form in which the next agent on a link is told of it. */
  public String introduction() {
    return introduction;
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof Identity that
            && hash == that.hash
            && introduction.equals(that.introduction);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Such as {@code key:shop}. */
  @Override
  public String toString() {
    return text;
  }
}
