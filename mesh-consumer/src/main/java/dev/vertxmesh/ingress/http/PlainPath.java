package dev.vertxmesh.ingress.http;

/**
 * A path {@code /{interface}/{method}} whose parts mean what they say: nothing in them is escaped,
 * and none is a dot that stands for another path. Any other path is the router's.
 */
record PlainPath(String interfaceName, String method) {

  /**
   * @param path null for none
   * @return null if it isn't one
   */
  static PlainPath of(String path) {
    int between = path == null || path.isEmpty() ? -1 : path.indexOf('/', 1);
    return between > 0 && isPlain(path, 0, between) && isPlain(path, between, path.length())
        ? new PlainPath(path.substring(1, between), path.substring(between + 1))
        : null;
  }

  /** Of a part with the slash before it. */
  private static boolean isPlain(String path, int from, int to) {
    int first = from + 1;
    if (path.charAt(from) != '/' || first == to || path.charAt(first) == '.') {
      return false;
    }
    for (int at = first; at < to; at++) {
      if (!isOfName(path.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOfName(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '$'
        || c == '-';
  }
}
