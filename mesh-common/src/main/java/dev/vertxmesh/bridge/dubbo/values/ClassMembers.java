package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonFactory;
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

  private static final ClassMembers NONE = new ClassMembers();

  /** By where the object begins. */
  private final Map<Long, String> byStart = new HashMap<>();

  private ClassMembers() {}

  static ClassMembers in(JsonFactory factory, byte[] json, int offset, int length)
      throws IOException {
    if (!contains(json, offset, length)) {
      return NONE; // which is nearly always
    }
    ClassMembers members = new ClassMembers();
    try (JsonParser parser = factory.createParser(json, offset, length)) {
      members.read(parser);
    }
    return members;
  }

  private static boolean contains(byte[] json, int offset, int length) {
    int last = offset + length - QUOTED.length;
    for (int at = offset; at <= last; at++) {
      if (json[at] == '"' && startsAt(json, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsAt(byte[] json, int at) {
    for (int i = 1; i < QUOTED.length; i++) {
      if (json[at + i] != QUOTED[i]) {
        return false;
      }
    }
    return true;
  }

  private void read(JsonParser parser) throws IOException {
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
