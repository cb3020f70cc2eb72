package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What dubbo-go says of a call that it doesn't make. It answers as it does when a method has failed
 * itself: by a {@code Throwable} with a text. The texts are those of 3.3.1, of Go's {@code reflect}
 * and of mapstructure, which makes the arguments of generic calls.
 */
final class GoErrorTexts {

  private static final String THROWABLE = "java.lang.Throwable";
  private static final String UNMADE = "realization failed, ";

  /** Of what is quoted, as the caller's own values are in it. */
  private static final int LONGEST = 500;

  private static final String SAY = "; send the types of the arguments";

  /**
   * All keys of a {@code map[any]any} become one in the result of a generic call, and so all its
   * entries but one are lost: Go's text for an interface, as it stands in JSON.
   */
  private static final ByteBuf LOST_KEY =
      Unpooled.unreleasableBuffer(
          Unpooled.wrappedBuffer("\"<interface {} Value>\":".getBytes(StandardCharsets.US_ASCII))
              .asReadOnly());

  static final String LOST_KEYS =
      "the method has run, and dubbo-go has lost the keys of a map in its result, as it does in a"
          + " generic call; send the types of the arguments, or have the method return"
          + " map[string]any";

  private record Saying(Pattern text, Status status, Function<MatchResult, String> meaning) {}

  /** In which mapstructure says where a value didn't fit, and which. */
  private static final Pattern UNFIT =
      Pattern.compile(
          "'([^']*)' expected type '([^']+)', got unconvertible type '([^']+)', value: '(.*)'",
          Pattern.DOTALL);

  private static final Pattern OTHER_KIND =
      Pattern.compile(
          "'([^']*)'?:? (?:expected a (map), got '([^']+)'"
              + "|source data must be an (array or slice), got ([^\\s']+))");

  private static final List<Saying> SAYINGS =
      List.of(
          saying(
              "^\"([^\"]+)\" method is not found, service key: (\\S+)",
              Status.NO_METHOD,
              found -> "no such method: %s has no %s".formatted(found.group(2), found.group(1))),
          saying(
              "^cannot find method \\[([^\\]]+)\\] of service \\[([^\\]]+)\\] in ",
              Status.NO_METHOD,
              found -> "no such method: %s has no %s".formatted(found.group(2), found.group(1))),
          saying(
              "^don't have (?:this exporter|the invoker), key: (\\S+)",
              Status.NO_SERVICE,
              found -> "the provider has no such service: " + found.group(1)),
          saying(
              "^cannot find service \\[([^\\]]+)\\] in ",
              Status.NO_SERVICE,
              found -> "the provider has no such service: " + found.group(1)),
          saying(
              "^the number of args\\(=(\\d+)\\) is not matched with \"([^\"]+)\" method",
              Status.BAD_REQUEST,
              found ->
                  "%s argument%s given, but %s takes another number"
                      .formatted(
                          found.group(1), found.group(1).equals("1") ? "" : "s", found.group(2))),
          saying(
              "^reflect: Call with too (many|few) input arguments",
              Status.BAD_REQUEST,
              found -> "too %s arguments for the method".formatted(found.group(1))),
          saying(
              "^reflect: Call using (.+) as type (.+)",
              Status.BAD_REQUEST,
              found -> "Go's %s where the method takes Go's %s".formatted(of(found, 1, 2))),
          saying(
              "(?s)^" + UNMADE + "(?:realizing map failed, )?(.*)",
              Status.BAD_REQUEST,
              found -> unfit(found.group(1))),
          saying(
              "(?s)^generali[sz]a(?:t)?ion failed, (.*)",
              Status.SERIALIZATION,
              found -> "dubbo-go can't take the result apart: " + found.group(1)));

  private GoErrorTexts() {}

  private static Saying saying(String text, Status status, Function<MatchResult, String> meaning) {
    return new Saying(Pattern.compile(text), status, meaning);
  }

  private static Object[] of(MatchResult found, int... groups) {
    Object[] texts = new Object[groups.length];
    for (int i = 0; i < groups.length; i++) {
      texts[i] = found.group(groups[i]);
    }
    return texts;
  }

  private static String unfit(String text) {
    Matcher unfit = UNFIT.matcher(text);
    if (unfit.find()) {
      return "%s'%s' (Go's %s) where the method takes Go's %s"
          .formatted(field(unfit.group(1)), unfit.group(4), unfit.group(3), unfit.group(2));
    }
    Matcher kind = OTHER_KIND.matcher(text);
    if (kind.find()) {
      boolean isMap = kind.group(2) != null;
      return "%sa %s where the method takes %s"
          .formatted(
              field(kind.group(1)),
              kind.group(isMap ? 3 : 5),
              isMap ? "a struct, such as a time" : "an array or bytes");
    }
    return "dubbo-go couldn't convert an argument: " + text;
  }

  private static String field(String name) {
    return name.isEmpty() ? "" : "the field " + name + ": ";
  }

  /** Whether a result of a generic call has lost what was in a map; its bytes stay unread. */
  static boolean hasLostKeys(ByteBuf json) {
    return ByteBufUtil.indexOf(LOST_KEY.duplicate(), json) >= 0;
  }

  /**
   * What a caller is told where it was dubbo-go that refused; null if it was the method, which may
   * have called another service that refused it.
   */
  static CallFailure told(ThrownException thrown, Target target, String where) {
    if (!THROWABLE.equals(thrown.className()) || thrown.message() == null) {
      return null;
    }
    for (Saying saying : SAYINGS) {
      Matcher found = saying.text.matcher(thrown.message());
      if (found.find()) {
        String meaning = brief(saying.meaning.apply(found.toMatchResult()));
        boolean isUnmade = thrown.message().startsWith(UNMADE) && !target.typesAreKnown();
        return isAbout(target, saying.status, thrown.message())
            ? new CallFailure(saying.status, where, isUnmade ? meaning + SAY : meaning)
            : null;
      }
    }
    return null;
  }

  private static boolean isAbout(Target target, Status status, String text) {
    boolean isNamed = status == Status.NO_SERVICE || status == Status.NO_METHOD;
    return !isNamed || text.contains(target.service().interfaceName());
  }

  private static String brief(String meaning) {
    return meaning.length() <= LONGEST ? meaning : meaning.substring(0, LONGEST) + "…";
  }
}
