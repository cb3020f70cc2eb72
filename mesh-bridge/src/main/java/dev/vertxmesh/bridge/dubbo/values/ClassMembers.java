package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Which objects of a JSON text say their class, in a member {@code class} wherever among the others
 * it stands. Found before the objects are read, because an object is read as of its class.
 */
final class ClassMembers {

  static final String NAME = "class";

  private static final int MAX_NAME = 500;
  private static final byte[] QUOTED = "\"class\"".getBytes(StandardCharsets.UTF_8);

  /** With a 6 or a 7 behind it, it's a letter, such as nobody needs to escape. */
  private static final byte[] ESCAPED = "\\u00".getBytes(StandardCharsets.UTF_8);

  static final ClassMembers NONE = new ClassMembers();

  /** By where the object begins. */
  private final Map<Long, String> byStart = new HashMap<>();

  private ClassMembers() {}

  static ClassMembers read(JsonParser parser) throws IOException {
    ClassMembers members = new ClassMembers();
    members.readAll(parser);
    return members;
  }

  /** Whether there may be one: said so, or in letters that are escaped. */
  static boolean mayBeIn(byte[] json, int offset, int length) {
    int last = offset + length - QUOTED.length;
    for (int at = offset; at <= last; at++) {
      if (json[at] == '"' && startsAt(json, at, QUOTED)
          || json[at] == '\\' && isEscapedLetter(json, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEscapedLetter(byte[] json, int at) {
    int high = json[at + ESCAPED.length];
    return startsAt(json, at, ESCAPED) && (high == '6' || high == '7');
  }

  private static boolean startsAt(byte[] json, int at, byte[] text) {
    for (int i = 0; i < text.length; i++) {
      if (json[at + i] != text[i]) {
        return false;
      }
    }
    return true;
  }

  private void readAll(JsonParser parser) throws IOException {
    Deque<Long> open = new ArrayDeque<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        open.push(start(parser));
      } else if (token == JsonToken.END_OBJECT) {
        open.pop();
      } else if (token == JsonToken.VALUE_STRING && NAME.equals(parser.currentName())) {
        if (parser.getParsingContext().inObject()) {
          byStart.put(open.peek(), shown(parser.getText()));
        }
      }
    }
  }

  boolean isEmpty() {
    return byStart.isEmpty();
  }

  /** No class has so long a name, and a message repeats it. */
  private static String shown(String name) {
    return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "...";
  }

  private static long start(JsonParser parser) {
    return parser.currentTokenLocation().getByteOffset();
  }

  /**
   * What the object says that the parser stands at the beginning of.
   *
   * @return null if it says nothing
   */
  String of(JsonParser parser) {
    return byStart.isEmpty() ? null : byStart.get(start(parser));
  }
}
