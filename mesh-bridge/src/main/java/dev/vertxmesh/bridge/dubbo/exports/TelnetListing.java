package dev.vertxmesh.bridge.dubbo.exports;

import java.util.List;
import java.util.Objects;

/**
 * What {@code ls} prints on a Dubbo port.
 *
 * <pre>
 * ls -l        2.6  com.x.IHello -> dubbo://127.0.0.1:20880/com.x.IHello?group=blue&amp;…
 *              2.7  PROVIDER:
 *                   blue/com.x.IHello:1.0 ->  published: N
 * ls -l NAME   2.6  int hash(java.lang.String)
 *              2.7  blue/com.x.IHello:1.0 (as provider):
 *                       int hash(java.lang.String)
 * </pre>
 */
final class TelnetListing {

  private static final String ARROW = " -> ";

  private TelnetListing() {}

  /** The services that {@code ls -l} lists; empty if the text is about something else. */
  static List<Export> services(String text) {
    int consumers = text.indexOf("CONSUMER:");
    return (consumers < 0 ? text : text.substring(0, consumers))
        .lines()
        .filter(line -> line.contains(ARROW))
        .map(TelnetListing::service)
        .filter(Objects::nonNull)
        .toList();
  }

  private static Export service(String line) {
    int arrow = line.indexOf(ARROW);
    String told = line.substring(arrow + ARROW.length()).strip();
    return told.startsWith("published:")
        ? Export.of(DubboServiceKeys.parse(line.substring(0, arrow).strip()))
        : ExportUrl.parse(told);
  }

  /** The methods that {@code ls -l NAME} lists; empty if the text is about something else. */
  static List<MethodSignature> methods(String text) {
    return text.lines()
        .map(MethodSignature::parse)
        .filter(Objects::nonNull)
        .distinct() // 2.7 lists those of each group
        .toList();
  }
}
