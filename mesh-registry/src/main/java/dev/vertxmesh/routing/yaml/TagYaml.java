package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.AddressPattern;
import dev.vertxmesh.routing.rule.RouteCandidate;
import dev.vertxmesh.routing.rule.RuleHead;
import dev.vertxmesh.routing.rule.TagRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Tags, each with addresses or with what has to match; and a canary. */
final class TagYaml {

  private TagYaml() {}

  static TagRule read(RuleHead head, Fields fields) {
    fields.onlyRule("tags", "canary");
    List<TagRule.Tagged> tagged = new ArrayList<>();
    for (Fields tag : fields.fields("tags")) {
      tag.only(Set.of("name", "addresses", "match"));
      String name = tag.text("name", "");
      if (name.isEmpty()) {
        throw new IllegalArgumentException("tags: one has no name");
      }
      tagged.add(new TagRule.Tagged(name, has(tag), tag.has("addresses")));
    }
    if (!fields.has("canary")) {
      return new TagRule(head, tagged, TagRule.Canary.NONE);
    }
    Fields canary = fields.field("canary").only(Set.of("tag", "percent"));
    String tag = canary.text("tag", "");
    if (tag.isEmpty()) {
      throw new IllegalArgumentException("canary.tag: is missing");
    }
    return new TagRule(head, tagged, new TagRule.Canary(tag, canary.percent("percent")));
  }

  private static Predicate<RouteCandidate> has(Fields tag) {
    List<AddressPattern> addresses =
        tag.texts("addresses").stream().map(AddressPattern::parse).toList();
    if (!addresses.isEmpty()) {
      return candidate -> addresses.stream().anyMatch(one -> one.matches(candidate));
    }
    List<Predicate<RouteCandidate>> all =
        tag.fields("match").stream().map(ParameterMatch::read).toList();
    return candidate -> !all.isEmpty() && all.stream().allMatch(one -> one.test(candidate));
  }
}
