package dev.vertxmesh.it.advisories;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What is in a jar, as CycloneDX has it.
 *
 * @param jar whose it is
 */
record Sbom(String jar, List<Component> components) {

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
}
