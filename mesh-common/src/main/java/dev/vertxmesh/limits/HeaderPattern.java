package dev.vertxmesh.limits;

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
    return new HeaderPattern(name.toLowerCase(java.util.Locale.ROOT), value, anyEnd);
  }

  boolean matches(String said) {
    return said != null && (anyEnd ? said.startsWith(value) : said.equals(value));
  }
}
