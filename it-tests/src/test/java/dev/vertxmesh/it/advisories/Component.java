package dev.vertxmesh.it.advisories;

/**
 * A library in a jar.
 *
 * @param packageUrl {@code pkg:maven/GROUP/ARTIFACT}
 */
record Component(String packageUrl, String version) {

  /**
   * @param purl {@code pkg:maven/GROUP/ARTIFACT@VERSION[?QUALIFIERS]}
   */
  static Component of(String purl) {
    int at = purl.indexOf('@');
    int question = purl.indexOf('?');
    return new Component(
        purl.substring(0, at), purl.substring(at + 1, question < 0 ? purl.length() : question));
  }
}
