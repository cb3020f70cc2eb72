package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import java.util.List;

/**
 * Which classes a generic call may name. The provider's generic filter makes what a map's {@code
 * class} names, and older ones make anything: of the JDK's classes that have setters, the best
 * known ones look up a name that the setter was given. What else is on a provider's class path only
 * its API tells; but {@link DeniedClasses} are asked for of nobody.
 */
public final class NamedClasses {

  /** Where no API is known. */
  public static final NamedClasses ANY_BUT_THE_JDKS = new NamedClasses(ApiClasses.NONE);

  private static final List<String> OF_JDK =
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

  /** No class has a longer name, and a message repeats it. */
  private static final int SHOWN = 200;

  private final ApiClasses api;

  public NamedClasses(ApiClasses api) {
    this.api = api;
  }

  /**
   * @param className as a map's {@code class} has it; an array's may be {@code [Lcom.example.Item;}
   * @throws BadArgument if the class is the JDK's, or isn't one of the API where that is known
   */
  public void check(String className) {
    String name = className.substring(className.lastIndexOf('[') + 1);
    if (OF_JDK.stream().anyMatch(p -> name.startsWith(p) || name.startsWith("L" + p))) {
      throw new BadArgument(
          "class '%s' is the JDK's, which a provider isn't asked to make; values of its types are"
                  .formatted(shown(className))
              + " marked, such as {\"$date\": 0}");
    } else if (DeniedClasses.isDenied(className)) {
      throw new BadArgument(
          "class '%s' is no service's but what attacks are made of, and goes to no provider"
              .formatted(shown(className)));
    } else if (api.size() > 0 && api.get(className) == null) {
      throw new BadArgument(
          "class '%s' is none of the API's, and the provider isn't asked to make another"
              .formatted(shown(className)));
    }
  }

  private static String shown(String name) {
    return name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "...";
  }
}
