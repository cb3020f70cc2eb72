package dev.vertxmesh.routing.rule;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Who has which tag, and so who gets the calls that are for one: as Dubbo's tag router, with a part
 * of the calls that have no tag on top, which are taken for some tag's by chance.
 */
public final class TagRule implements RouteRule {

  /** Between the levels of a tag, of which the last is left off while nobody has the whole. */
  private static final char LEVELS = '|';

  /**
   * Candidates that have a tag by this rule.
   *
   * @param has whether a candidate has it
   * @param isListed whether the rule knows it even while nobody has it
   */
  public record Tagged(String tag, Predicate<RouteCandidate> has, boolean isListed) {}

  /**
   * A part of the calls that have no tag.
   *
   * @param percent 0 to 100
   */
  public record Canary(String tag, double percent) {
    public static final Canary NONE = new Canary("", 0);
  }

  private final RuleHead head;
  private final List<Tagged> tagged;
  private final Canary canary;

  public TagRule(RuleHead head, List<Tagged> tagged, Canary canary) {
    this.head = head;
    this.tagged = List.copyOf(tagged);
    this.canary = canary;
  }

  /** Where there's no rule: by the tags that the candidates have themselves. */
  public static TagRule ofThemselves() {
    RuleHead head = new RuleHead("the instances' tags", RuleScope.APPLICATION, "", false);
    return new TagRule(head, List.of(), Canary.NONE);
  }

  @Override
  public RuleHead head() {
    return head;
  }

  @Override
  public List<RouteStep> over(List<RouteCandidate> candidates) {
    return List.of(new Step(candidates));
  }

  private final class Step implements RouteStep {
    private final Map<String, BitSet> byRule = new LinkedHashMap<>();
    private final Map<String, BitSet> byThemselves = new LinkedHashMap<>();
    private final BitSet inRule = new BitSet();
    private final BitSet withoutTag = new BitSet();

    Step(List<RouteCandidate> candidates) {
      for (Tagged one : tagged) {
        if (one.isListed()) {
          byRule.computeIfAbsent(one.tag(), tag -> new BitSet());
        }
        for (int i = 0; i < candidates.size(); i++) {
          if (one.has().test(candidates.get(i))) {
            byRule.computeIfAbsent(one.tag(), tag -> new BitSet()).set(i);
            inRule.set(i);
          }
        }
      }
      for (int i = 0; i < candidates.size(); i++) {
        String own = candidates.get(i).tag();
        if (own.isEmpty()) {
          withoutTag.set(i);
        } else {
          byThemselves.computeIfAbsent(own, tag -> new BitSet()).set(i);
        }
      }
    }

    @Override
    public String name() {
      return head.name();
    }

    @Override
    public String narrow(BitSet left, RouteRequest request, RandomGenerator random) {
      String tag = request.attachment(RouteRequest.TAG);
      boolean isDrawn = false;
      if (tag == null || tag.isEmpty()) {
        isDrawn = canary.percent() > 0 && random.nextDouble() * 100 < canary.percent();
        tag = isDrawn ? canary.tag() : "";
      }
      if (tag.isEmpty()) {
        left.andNot(inRule);
        left.and(withoutTag);
        return "a call without a tag: those without one";
      }
      boolean forced = Boolean.parseBoolean(request.attachment(RouteRequest.FORCE_TAG));
      String where = narrowTo(tag, forced, left);
      return isDrawn ? "drawn for the tag " + tag + ": " + where : where;
    }

    private String narrowTo(String tag, boolean forced, BitSet left) {
      BitSet there = byLevels(tag, forced);
      boolean isInRule = there != null;
      there = isInRule ? there : byThemselves.getOrDefault(tag, new BitSet());
      if (there.intersects(left)) {
        left.and(there);
        return "those with the call's tag";
      }
      if (forced || isInRule && head.force()) {
        left.clear();
        return "nobody has the call's tag, and it's forced";
      }
      left.andNot(inRule);
      left.and(withoutTag);
      return "nobody has the call's tag: those without one";
    }

    private BitSet byLevels(String tag, boolean forced) {
      BitSet whole = byRule.get(tag);
      int end = tag.lastIndexOf(LEVELS);
      while (whole == null && !forced && end > 0) {
        whole = byRule.get(tag.substring(0, end));
        end = tag.lastIndexOf(LEVELS, end - 1);
      }
      return whole;
    }
  }
}
