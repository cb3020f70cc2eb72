package dev.vertxmesh.bridge.dubbo.values;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names of members that tell the type of the value beside them: {@code {"$date": 0}}. */
final class TypeTags {

  /** Marks a map that is to stay one. */
  static final String MAP = "map";

  private static final Map<String, String> SHORT_NAMES =
      Map.of(
          "date", "java.util.Date",
          "bytes", "byte[]",
          "chars", "char[]",
          "decimal", "java.math.BigDecimal",
          "integer", "java.math.BigInteger");

  /** What these arrive as in a place that doesn't say its type. */
  private static final Map<String, String> ARRIVES_AS = arrivesAs();

  private TypeTags() {}

  private static Map<String, String> arrivesAs() {
    Map<String, String> arrivesAs = new HashMap<>();
    List.of("char", "java.lang.Character", "char[]").forEach(t -> arrivesAs.put(t, "a String"));
    List.of("byte", "java.lang.Byte", "short", "java.lang.Short")
        .forEach(t -> arrivesAs.put(t, "an Integer"));
    List.of("float", "java.lang.Float").forEach(t -> arrivesAs.put(t, "a Double"));
    return arrivesAs;
  }

  /** The type that a member's name tells, or {@link #MAP}; null if it's any other name. */
  static String type(String member) {
    if (!member.startsWith("$")) {
      return null;
    }
    String name = member.substring(1);
    String type = SHORT_NAMES.getOrDefault(name, name);
    return ExactTypes.isExact(type) || type.equals(MAP) ? type : null;
  }

  /**
   * @throws BadArgument if hessian2 and fastjson have no way to tell the type apart
   */
  static void refuseSmall(String member, String type) {
    if (ARRIVES_AS.containsKey(type)) {
      throw new BadArgument(
          "%s: where no type is declared, the provider gets it as %s, whoever calls; write the value"
                  .formatted(member, ARRIVES_AS.get(type))
              + " without the mark if that will do, or send the types of the arguments");
    }
  }
}
