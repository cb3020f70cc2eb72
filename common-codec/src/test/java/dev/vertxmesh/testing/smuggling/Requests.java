package dev.vertxmesh.testing.smuggling;

/** Requests with the form, each with an id that arrives at the provider as an attachment. */
public final class Requests {

  /** The header that carries the id of a request. */
  public static final String ID = "x-mesh-attachment-attack";

  /** The service that they call; its method {@code hash} takes a string. */
  public static final String SERVICE = "com.alibaba.dubbo.performance.demo.provider.IHelloService";

  /** Of every body. */
  static final int LENGTH = body(id(0, 'a')).length();

  /** The same in hexadecimal digits. */
  static final String HEX = Integer.toHexString(LENGTH);

  private static final int MOST_SHOWN = 60;

  private Requests() {}

  /**
   * @param request of the attack, a letter
   */
  public static String id(int attack, char request) {
    return "id-%03d-%s".formatted(attack, request);
  }

  static String body(String id) {
    return "interface="
        + SERVICE
        + "&method=hash&parameterTypesString=Ljava%2Flang%2FString%3B&parameter="
        + id;
  }

  /**
   * @param lines more of the head
   * @param body null for the form's
   */
  static String post(String id, String lines, String body) {
    return "POST / HTTP/1.1\r\nHost: it\r\n%s: %s\r\n%s\r\n".formatted(ID, id, lines)
        + (body == null ? body(id) : body);
  }

  public static String right(String id) {
    return post(id, "Content-Length: " + LENGTH + "\r\n", null);
  }

  static String chunk(String body) {
    return "%x\r\n%s\r\n0\r\n\r\n".formatted(body.length(), body);
  }

  /** Text as a test's name has it. */
  static String show(String text) {
    StringBuilder shown = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '\r' -> shown.append("\\r");
        case '\n' -> shown.append("\\n");
        case '\t' -> shown.append("\\t");
        default -> shown.append(c >= ' ' && c < 0x7f ? "" + c : "\\x%02x".formatted((int) c));
      }
    }
    return shown.length() > MOST_SHOWN ? shown.substring(0, MOST_SHOWN) + "…" : shown.toString();
  }
}
