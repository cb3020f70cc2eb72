package dev.vertxmesh.bridge.dubbo;

import java.util.List;

/** The classes that a generic call mustn't name. */
final class JdkClasses {

  private static final List<String> PACKAGES =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "org.w3c.dom.",
          "org.xml.sax.",
          "org.ietf.jgss.",
          "netscape.javascript.");

  private JdkClasses() {}

  /**
   * A generic filter makes what a map's {@code class} names, and older ones make anything: of the
   * JDK's classes that have setters, the best known ones look up a name that the setter was given.
   *
   * @throws BadArgument if the class is the JDK's, or an array of them
   */
  static void refuse(String className) {
    String name = className.substring(className.lastIndexOf('[') + 1);
    if (PACKAGES.stream().anyMatch(p -> name.startsWith(p) || name.startsWith("L" + p))) {
      throw new BadArgument(
          "class '%s' is the JDK's, which a provider isn't asked to make; values of its types are"
                  .formatted(className)
              + " marked, such as {\"$date\": 0}");
    }
  }
}
