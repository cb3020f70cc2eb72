package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a provider says when it's asked for a service that it hasn't: which ones it has, each with
 * the port that it's on.
 *
 * <pre>
 * …RemotingException: Not found exported service: nobody/com.x.None:1.0.0:20880
 *   in [blue/com.x.IHello:1.0:20880, com.x.IUser:20881], may be version or group mismatch …
 * </pre>
 */
final class MissingServiceError {

  private static final Pattern FORM =
      Pattern.compile("Not found exported service: (\\S+) in \\[([^\\]]*)\\]");

  private MissingServiceError() {}

  /**
   * The services on the port that was asked, Dubbo's own among them.
   *
   * @return null if the text is about something else
   */
  static List<ServiceKey> read(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.find()) {
      return null;
    }
    String port = matcher.group(1).substring(matcher.group(1).lastIndexOf(':'));
    return Arrays.stream(matcher.group(2).split(", "))
        .filter(key -> key.endsWith(port))
        .map(key -> DubboServiceKeys.parse(key.substring(0, key.length() - port.length())))
        .toList();
  }
}
