package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.ConditionRule;
import dev.vertxmesh.routing.rule.RouteRule;
import dev.vertxmesh.routing.rule.RuleHead;
import dev.vertxmesh.routing.rule.SplitRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Conditions: texts until v3.0, mappings with {@code from} and {@code to} in v3.1. */
final class ConditionYaml {

  private static final Set<String> SPLIT =
      Set.of("from", "to", "force", "trafficDisable", "disable", "priority", "ratio");

  private static final int USUAL_WEIGHT = 100;
  private static final int MOST_WEIGHT = 1_000_000;

  private ConditionYaml() {}

  static RouteRule read(RuleHead head, Fields fields, String version) {
    fields.onlyRule("conditions");
    boolean isSplit = version.startsWith("v3.1");
    if (!isSplit && version.compareTo("v3.1") > 0) {
      throw new IllegalArgumentException(
          "configVersion: is '%s', expected v3.1 or an older one".formatted(Fields.cut(version)));
    }
    if (!fields.has("conditions")) {
      throw new IllegalArgumentException("conditions: there are none");
    }
    return isSplit
        ? SplitRule.of(head, splits(fields))
        : ConditionRule.of(head, fields.texts("conditions"));
  }

  private static List<SplitRule.Split> splits(Fields fields) {
    List<SplitRule.Split> splits = new ArrayList<>();
    for (Fields one : fields.fields("conditions")) {
      one.only(SPLIT);
      List<SplitRule.To> to = new ArrayList<>();
      for (Fields set : one.fields("to")) {
        set.only(Set.of("match", "weight"));
        int weight = (int) set.number("weight", USUAL_WEIGHT, 0, MOST_WEIGHT);
        to.add(new SplitRule.To(set.text("match", ""), weight));
      }
      String from =
          one.has("from") ? one.field("from").only(Set.of("match")).text("match", "") : "";
      boolean refuses = one.flag("trafficDisable", one.flag("disable", false));
      int ratio = (int) one.number("ratio", 0, 0, 100);
      splits.add(new SplitRule.Split(from, to, one.flag("force", false), refuses, ratio));
    }
    return splits;
  }
}
