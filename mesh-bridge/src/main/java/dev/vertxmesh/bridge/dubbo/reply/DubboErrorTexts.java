package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.ExactTypes;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a provider's Dubbo says of a call that it refuses, in the words of somebody who sent it and
 * knows nothing of Dubbo's insides. The texts are those of 2.6.12, 2.7.23 and 3.3.6.
 */
final class DubboErrorTexts {

  static final String UNREAD = "the provider can't read the request";

  /** How it ends where a provider has no services. */
  static final String NONE_AT_ALL = "; it has none";

  /** How much of the list of a provider's services a message repeats. */
  private static final int SHOWN = 200;

  /** How much of what isn't understood a message repeats. */
  private static final int MAX_DETAIL = 300;

  private static final Pattern EXCEPTION_NAME = Pattern.compile("^([\\w.$]+(Exception|Error): )+");

  /** Dubbo's text, and what it means. */
  private record Saying(Pattern text, Function<MatchResult, String> meaning) {}

  /** What a JSON value is as an object of Java's. */
  private static final Map<String, String> KINDS =
      Map.ofEntries(
          Map.entry("java.lang.String", "a string"),
          Map.entry("java.lang.Boolean", "true or false"),
          Map.entry("java.lang.Integer", "a number"),
          Map.entry("java.lang.Long", "a number"),
          Map.entry("java.lang.Double", "a number"),
          Map.entry("java.math.BigInteger", "a number"),
          Map.entry("java.math.BigDecimal", "a number"),
          Map.entry("java.util.ArrayList", "an array"),
          Map.entry("java.util.HashMap", "an object"),
          Map.entry("java.util.LinkedHashMap", "an object"));

  private static final String NAME = "([\\p{L}_$][\\p{L}\\p{N}_$.]*)";

  private static final List<Saying> SAYINGS =
      List.of(
          saying(
              "Not unique method for method name\\(" + NAME + "\\) in class\\(" + NAME + "\\)",
              found ->
                  ("which %s.%s is meant? There are several methods of this name: send the types,"
                          + " as in {\"types\":[\"java.lang.String\"],\"args\":[\"a\"]}")
                      .formatted(found.group(2), found.group(1))),
          saying(
              "args\\.length != types",
              found -> "the method takes a different number of arguments than were given"),
          saying( // with the keys of all that it exports
              "Not found exported service: (\\S+) in \\[(.{0,9999}?)\\]",
              found ->
                  "the provider has no such service: %s; it has %s"
                      .formatted(found.group(1), all(found.group(2)))),
          saying("Fail to decode request due to: RpcInvocation", found -> UNREAD),
          saying(
              "No such method " + NAME + " in class (?:interface )?" + NAME,
              found -> "no such method: %s has no %s".formatted(found.group(2), found.group(1))),
          saying(
              "Not found method \"" + NAME + "\" in class",
              found -> "no such method: no %s has these parameter types".formatted(found.group(1))),
          saying(
              "Failed to set pojo (\\S+) property (\\S+) value .{0,9999}?class ([\\w.$\\[;]+)\\)?,",
              found ->
                  "the field %s.%s doesn't take %s"
                      .formatted(found.group(1), found.group(2), kind(found.group(3)))),
          saying( // CompatibleTypeUtils, with the format that it knows
              "Failed to parse date ([^\\n]{0,100}?) by format ([^,\\n]{1,40}),",
              found ->
                  "'%s' isn't a date; expected %s, or {\"$date\": \"1815-12-10T00:00:00Z\"}"
                      .formatted(found.group(1), found.group(2))),
          saying(
              "For input string: \"([^\"\\n]{0,100})\"",
              found -> "'%s' where a number is expected".formatted(found.group(1))),
          saying(
              "Deserialize argument failed",
              found -> "an argument isn't the JSON of the protobuf message that the method takes"));

  /** The text is the JVM's, which from 11 on says "class" before both. */
  private static final Pattern CAST =
      Pattern.compile("^(?:class )?([\\w.$\\[;]+) cannot be cast to (?:class )?([\\w.$\\[;]+)");

  private DubboErrorTexts() {}

  private static Saying saying(String text, Function<MatchResult, String> meaning) {
    return new Saying(Pattern.compile(text), meaning);
  }

  private static String all(String services) {
    return services.isEmpty()
        ? "none"
        : services.length() <= SHOWN ? services : services.substring(0, SHOWN) + "...";
  }

  /** What the text means; null if it isn't one of those that are known. */
  static String of(String reason) {
    for (Saying saying : SAYINGS) {
      Matcher found = saying.text.matcher(reason);
      if (found.find()) {
        return saying.meaning.apply(found.toMatchResult());
      }
    }
    return null;
  }

  /** What was given where a cast failed, and what the method takes. */
  static String ofCast(String message) {
    Matcher cast = CAST.matcher(message);
    return cast.find()
        ? "%s (%s) where the method takes %s"
            .formatted(kind(cast.group(1)), javaName(cast.group(1)), javaName(cast.group(2)))
        : message;
  }

  /** Whether the method takes what an agent makes itself of a JSON value, if it knows the type. */
  static boolean isCastToExact(String message) {
    Matcher cast = CAST.matcher(message);
    return cast.find() && ExactTypes.isExact(javaName(cast.group(2)));
  }

  /** Whether what a refusal means is about a field of an object. */
  static boolean isOfField(String meaning) {
    return meaning.startsWith("the field ");
  }

  /** Whether it tells what was expected. */
  static boolean saysWhatFits(String meaning) {
    return meaning.contains("; expected ") || meaning.endsWith(" is expected");
  }

  private static String kind(String className) {
    return KINDS.getOrDefault(className, javaName(className));
  }

  /** An array's class as Java source writes it. */
  private static String javaName(String className) {
    try {
      return className.startsWith("[")
          ? Descriptor.parse(className.replace('.', '/')).parameters().get(0).javaType()
          : className;
    } catch (BadArgument e) {
      return className;
    }
  }

  static String firstLine(String reason) {
    return reason.lines().findFirst().orElse("no reason given");
  }

  /** The part of its first line that a caller can use. */
  static String brief(String reason) {
    String line = firstLine(reason);
    line = line.substring(Math.max(0, line.lastIndexOf("cause: ")));
    line = line.startsWith("cause: ") ? line.substring("cause: ".length()) : line;
    line = EXCEPTION_NAME.matcher(line).replaceFirst("");
    int end = line.length();
    for (String detail : new String[] {", may be version or group mismatch", ", channel: "}) {
      int at = line.indexOf(detail);
      end = at < 0 ? end : Math.min(end, at);
    }
    return end > MAX_DETAIL ? line.substring(0, MAX_DETAIL) + "..." : line.substring(0, end);
  }
}
