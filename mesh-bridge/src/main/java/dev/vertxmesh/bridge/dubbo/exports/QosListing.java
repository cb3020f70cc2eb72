package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.call.ServiceKey;
import java.util.List;

/**
 * What {@code ls} prints on the QoS port.
 *
 * <pre>
 * As Provider side:
 * +-------------------------+---+
 * |  Provider Service Name  |PUB|
 * +-------------------------+---+
 * | blue/com.x.IHello:1.0   |   |
 * +-------------------------+---+
 * As Consumer side:
 * …
 * </pre>
 */
final class QosListing {

  private static final String BEGIN = "As Provider side:";
  private static final String END = "As Consumer side:";

  private QosListing() {}

  static boolean isWhole(String text) {
    int end = text.indexOf(END);
    return end >= 0 && text.indexOf(TelnetQuery.PROMPT, end) >= 0;
  }

  /**
   * The services, Dubbo's own left out.
   *
   * @return null if the text is about something else
   */
  static List<ServiceKey> read(String text) {
    int begin = text.indexOf(BEGIN);
    int end = text.indexOf(END);
    if (begin < 0 || end < begin) {
      return null;
    }
    return text.substring(begin, end)
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> line.substring(1, line.indexOf('|', 1)).strip())
        .filter(name -> !name.contains(" ")) // the heading, and Dubbo's own
        .map(DubboServiceKeys::parse)
        .toList();
  }
}
