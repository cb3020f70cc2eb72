package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Numbers;
import dev.vertxmesh.bridge.dubbo.values.Utf8Json;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/** That no object in JSON has a name twice, as only the last would be taken. */
public final class DuplicateNames {

  private DuplicateNames() {}

  /**
   * @param json UTF-8, unread
   * @throws BadArgument naming what is there twice, or the place where it's malformed
   */
  public static void check(ByteBuf json) {
    new Utf8Json(json).read(DuplicateNames::check);
  }

  private static void check(JsonParser parser) throws IOException {
    Deque<Set<String>> open = new ArrayDeque<>();
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.START_OBJECT) {
        open.push(new HashSet<>());
      } else if (token == JsonToken.END_OBJECT) {
        open.pop();
      } else if (token == JsonToken.FIELD_NAME && !open.peek().add(parser.currentName())) {
        throw new BadArgument(
            "strict: the arguments have %s twice in one object"
                .formatted(Numbers.quoted(parser.currentName())));
      }
    }
  }
}
