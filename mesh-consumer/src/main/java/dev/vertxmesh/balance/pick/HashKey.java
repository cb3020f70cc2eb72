package dev.vertxmesh.balance.pick;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import io.netty.buffer.ByteBuf;

/** What of a call says where it goes, when calls are spread by a hash. */
@FunctionalInterface
public interface HashKey {

  /** Of a call without a key. */
  long NONE = 0;

  /** What a header's name comes after. */
  String HEADER = "header:";

  /** No call has a key. */
  HashKey NOTHING = call -> NONE;

  /** The key's hash, or {@link #NONE}. */
  long of(Call call);

  /**
   * Reads {@code attachment:NAME}, {@code header:NAME} or {@code argument:INDEX}, where the first
   * argument has the index 0. The header's value is the call's affinity.
   *
   * @throws IllegalArgumentException saying what is expected
   */
  static HashKey parse(String text) {
    if (text.matches("attachment:\\S+")) {
      String name = text.substring(text.indexOf(':') + 1);
      return call -> ofAttachment(call, name);
    }
    if (text.startsWith(HEADER) && text.matches("header:\\S+")) {
      return call -> call.affinity() == null ? NONE : Hash.of(call.affinity());
    }
    if (text.matches("argument:\\d{1,3}")) {
      int index = Integer.parseInt(text.substring(text.indexOf(':') + 1));
      return call -> ofArgument(call, index);
    }
    throw new IllegalArgumentException(
        "attachment:NAME, header:NAME or argument:INDEX, from argument:0");
  }

  private static long ofAttachment(Call call, String name) {
    String value = call.attachments().get(name);
    return value == null ? NONE : Hash.of(value);
  }

  /** The bytes as they stand: 1 and 1.0 are different keys. */
  private static long ofArgument(Call call, int index) {
    ByteBuf payload = call.payload();
    if (call.encoding() == Encoding.JSON) {
      return JsonElement.hash(payload, index);
    }
    boolean only = call.encoding() == Encoding.TEXT && index == 0;
    return only ? JsonElement.hash(payload, payload.readerIndex(), payload.writerIndex()) : NONE;
  }
}
