package dev.vertxmesh.bench.gate;

import dev.vertxmesh.bench.contest.Table;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All tries' findings.
 *
 * @param tries the first is of all paths, the later ones of what looked worse
 */
record GateReport(GateOptions options, List<List<Finding>> tries) {

  GateReport(GateOptions options) {
    this(options, new ArrayList<>());
  }

  /** What every try so far has found worse; none without a try. */
  List<Finding> worse() {
    if (tries.isEmpty()) {
      return List.of();
    }
    return tries.get(0).stream()
        .filter(finding -> tries.stream().allMatch(all -> isWorse(finding, all)))
        .toList();
  }

  private boolean isWorse(Finding finding, List<Finding> all) {
    return all.stream().anyMatch(each -> each.sameAs(finding) && each.worseThan(options.most));
  }

  Set<HotPath> pathsOfWorse() {
    Set<HotPath> paths = new TreeSet<>();
    worse().forEach(finding -> paths.add(finding.path()));
    return paths;
  }

  /** Paths of which too few turns counted; nothing is said of them. */
  Set<HotPath> untold() {
    Set<HotPath> paths = new TreeSet<>();
    tries.get(0).stream()
        .filter(finding -> !finding.told())
        .forEach(finding -> paths.add(finding.path()));
    return paths;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("today's agents against ").append(options.baseName).append('\n');
    for (int i = 0; i < tries.size(); i++) {
      text.append("\ntry ").append(i + 1).append('\n').append(table(tries.get(i)));
    }
    untold()
        .forEach(
            path ->
                text.append(
                    "\nNOTHING IS SAID of %s: too few turns without an error, and with enough calls%n"
                        .formatted(path)));
    text.append('\n');
    for (Finding each : worse()) {
      text.append(
          "WORSE: %s: %s times the base's, and at least %s times in each of %d tries; at most %s%n"
              .formatted(
                  each.name(),
                  Table.number(each.ratio()),
                  Table.number(
                      tries.stream()
                          .flatMap(List::stream)
                          .filter(each::sameAs)
                          .mapToDouble(Finding::atLeast)
                          .min()
                          .orElseThrow()),
                  tries.size(),
                  Table.number(options.most)));
    }
    return text.append(worse().isEmpty() ? passed() : "").toString();
  }

  private String passed() {
    return untold().isEmpty()
        ? "no call is dearer: pass\n"
        : "of what was compared no call is dearer: pass, but nothing is said of %s\n"
            .formatted(untold());
  }

  private Table table(List<Finding> findings) {
    Table table = new Table().row("", "base", "today", "ratio", "at least", "");
    for (Finding each : findings) {
      String verdict = each.worseThan(options.most) ? "worse" : each.told() ? "" : "?";
      table.row(each.name(), each.base(), each.now(), each.ratio(), each.atLeast(), verdict);
    }
    return table;
  }

  JsonObject json() {
    JsonArray all = new JsonArray();
    tries.forEach(each -> all.add(new JsonArray(each.stream().map(Finding::json).toList())));
    return new JsonObject()
        .put("base", options.baseName)
        .put("most", options.most)
        .put("rounds", options.rounds)
        .put("turnMillis", options.turnMillis)
        .put("inFlight", options.inFlight)
        .put("agentJavaOpts", options.agentJavaOpts)
        .put("tries", all)
        .put("pass", worse().isEmpty());
  }
}
