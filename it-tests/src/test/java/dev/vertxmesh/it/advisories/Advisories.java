package dev.vertxmesh.it.advisories;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The known holes, which of them are accepted, and what is wrong with jars by them. */
record Advisories(List<Advisory> known, List<Accepted> accepted) {

  /**
   * @param json as {@code scripts/advisories.json} has it
   * @throws IllegalArgumentException naming what is missing or wrong in it
   */
  static Advisories parse(String json) {
    JsonObject all = new JsonObject(json);
    List<Advisory> known = objects(all, "advisories").map(Advisories::advisory).toList();
    refuseRepeats(known.stream().map(one -> one.id() + " of " + one.packageUrl()).toList());
    return new Advisories(known, objects(all, "accepted").map(Advisories::accepted).toList());
  }

  private static Stream<JsonObject> objects(JsonObject all, String member) {
    return all.getJsonArray(member).stream().map(JsonObject.class::cast);
  }

  private static void refuseRepeats(List<String> names) {
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException(name + " stands there twice");
      }
    }
  }

  private static Advisory advisory(JsonObject json) {
    return new Advisory(
        text(json, "id"),
        text(json, "package"),
        VersionRange.parse(text(json, "affected")),
        json.getString("fixed", ""),
        text(json, "summary"),
        LocalDate.parse(text(json, "date")),
        text(json, "source"));
  }

  private static Accepted accepted(JsonObject json) {
    return new Accepted(
        text(json, "id"),
        texts(json, "in"),
        text(json, "reason"),
        texts(json, "tests"),
        LocalDate.parse(text(json, "review")));
  }

  private static String text(JsonObject json, String member) {
    if (json.getValue(member) instanceof String text && !text.isBlank()) {
      return text;
    }
    throw new IllegalArgumentException(json.getString("id") + " has no " + member);
  }

  private static List<String> texts(JsonObject json, String member) {
    if (json.getValue(member) instanceof JsonArray array && !array.isEmpty()) {
      return array.stream().map(String.class::cast).toList();
    }
    throw new IllegalArgumentException(json.getString("id") + " has no " + member);
  }

  /**
   * What keeps these jars from being shipped, a sentence each.
   *
   * @param isTest whether there's a test class of that simple name
   */
  List<String> faults(List<Sbom> jars, Predicate<String> isTest) {
    List<String> faults = new ArrayList<>();
    jars.forEach(jar -> addHoles(jar, faults));
    accepted.forEach(one -> addIdle(one, jars, isTest, faults));
    return faults;
  }

  private void addHoles(Sbom jar, List<String> faults) {
    for (Component component : jar.components()) {
      for (Advisory advisory : known) {
        if (advisory.affects(component)
            && accepted.stream().noneMatch(one -> one.covers(advisory, jar.jar()))) {
          faults.add(hole(jar, component, advisory));
        }
      }
    }
  }

  private static String hole(Sbom jar, Component component, Advisory advisory) {
    return "%s has %s %s, which %s affects (%s): %s"
        .formatted(
            jar.jar(),
            component.packageUrl(),
            component.version(),
            advisory.id(),
            advisory.summary(),
            advisory.fixed().isEmpty()
                ? "nothing newer is without it"
                : advisory.fixed() + " is the first without it");
  }

  private void addIdle(
      Accepted one, List<Sbom> jars, Predicate<String> isTest, List<String> faults) {
    for (String jar : one.jars()) {
      boolean there =
          jars.stream()
              .filter(sbom -> sbom.jar().equals(jar))
              .flatMap(sbom -> sbom.components().stream())
              .anyMatch(component -> isAffected(one.id(), component));
      if (!there) {
        faults.add(
            "%s is accepted in %s, which has nothing that it affects: delete it there"
                .formatted(one.id(), jar));
      }
    }
    one.tests().stream()
        .filter(isTest.negate())
        .forEach(
            test ->
                faults.add(
                    "%s is accepted for what %s proves, and there's no such test class"
                        .formatted(one.id(), test)));
  }

  private boolean isAffected(String id, Component component) {
    return known.stream().anyMatch(one -> one.id().equals(id) && one.affects(component));
  }
}
