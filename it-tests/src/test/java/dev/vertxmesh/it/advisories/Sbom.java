package dev.vertxmesh.it.advisories;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is in a jar, as CycloneDX has it, or Maven.
 *
 * @param jar whose it is
 */
record Sbom(String jar, List<Component> components) {

  private static final Pattern LIBRARY =
      Pattern.compile("(?m)^ +([^: ]+):([^:]+):jar:(?:[^:]+:)?([^:]+):(?:compile|runtime)\\b");

  /**
   * @param json of CycloneDX, in which every library of Maven has a package URL
   */
  static Sbom parse(String json) {
    JsonObject bom = new JsonObject(json);
    List<Component> components =
        bom.getJsonArray("components").stream()
            .map(JsonObject.class::cast)
            .map(component -> component.getString("purl"))
            .map(Component::of)
            .toList();
    String jar = bom.getJsonObject("metadata").getJsonObject("component").getString("name");
    return new Sbom(jar, components);
  }

  /**
   * @param list of Maven's dependency plugin, which has a library a line: {@code
   *     GROUP:ARTIFACT:jar[:CLASSIFIER]:VERSION:SCOPE}, and what it is as a module
   */
  static Sbom ofList(String jar, String list) {
    List<Component> components =
        LIBRARY
            .matcher(list)
            .results()
            .map(
                line -> "pkg:maven/%s/%s@%s".formatted(line.group(1), line.group(2), line.group(3)))
            .map(Component::of)
            .toList();
    return new Sbom(jar, components);
  }
}
