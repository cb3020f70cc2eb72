package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a method threw and the provider's Dubbo couldn't send, because its class, or one in it,
 * isn't on the allow list of Dubbo 3, or isn't {@code Serializable}. The error that Dubbo sends
 * instead begins with the text of the response that it meant to send, and so with what was thrown:
 *
 * <pre>
 * Failed to send response: Response [id=7, version=2.0.2, status=20, event=false, error=null,
 *   result=AppResponse [value=null, exception=com.x.NoStock: none left]], cause: …
 * </pre>
 *
 * 2.6 has {@code RpcResult [result=null, exception=…]} there.
 */
final class UnsentException {

  /** What is lost of it, and what to do about it. */
  static final String LOST =
      "its fields and causes are lost, because the provider's Dubbo refuses to send its class; on"
          + " Dubbo 3, name the class in the provider's security/serialize.allowlist";

  /** In the place of its class, so that it can be told from what was sent. */
  private static final String TYPE = UnsentException.class.getName();

  private static final String BEGIN = "Failed to send response: Response [";

  /** Behind fields of Dubbo's own that can't say it. */
  private static final String RESULT = ", result=";

  /** The last one counts: what comes behind it is Dubbo's, what comes before may be anybody's. */
  private static final String END = "]], cause: ";

  private static final Pattern EXCEPTION =
      Pattern.compile("AppResponse \\[value=null, exception=|RpcResult \\[result=null, exception=");

  private static final int LONGEST_NAME = 512;

  private UnsentException() {}

  /** Whether it's what {@link #read} has made. */
  static boolean isOne(Object thrown) {
    return thrown instanceof WireObject object && object.type().equals(TYPE);
  }

  /**
   * The exception, as a generic call would have brought it: its class and message alone.
   *
   * @param reason what the response says instead of a result
   * @return null if it's about something else
   */
  static WireObject read(String reason) {
    int result = reason.startsWith(BEGIN) ? reason.indexOf(RESULT) : -1;
    int end = reason.lastIndexOf(END);
    if (result < 0 || end < result) {
      return null;
    }
    String shown = reason.substring(result + RESULT.length(), end);
    Matcher begin = EXCEPTION.matcher(shown);
    String thrown = begin.lookingAt() ? shown.substring(begin.end()) : "";
    int colon = thrown.indexOf(": "); // as Throwable.toString() has it
    String name = colon < 0 ? thrown : thrown.substring(0, colon);
    if (!isClass(name)) {
      return null;
    }
    return WireObject.of(
        TYPE,
        colon < 0
            ? Map.of("exceptionClass", name)
            : Map.of("exceptionClass", name, "exceptionMessage", thrown.substring(colon + 2)));
  }

  private static boolean isClass(String name) {
    return name.length() <= LONGEST_NAME
        && name.indexOf('.') > 0
        && !name.contains("..")
        && !name.endsWith(".")
        && name.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
  }
}
