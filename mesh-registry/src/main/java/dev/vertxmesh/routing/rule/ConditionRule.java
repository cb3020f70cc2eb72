package dev.vertxmesh.routing.rule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** Conditions of v3.0: {@code of the call => of who may have it}, one after the other. */
public final class ConditionRule implements RouteRule {

  /**
   * @param then null where nobody may have it
   */
  private record Arrow(String text, Condition when, Condition then) {}

  private final RuleHead head;
  private final List<Arrow> arrows;

  private ConditionRule(RuleHead head, List<Arrow> arrows) {
    this.head = head;
    this.arrows = arrows;
  }

  /**
   * @throws IllegalArgumentException with what is wrong
   */
  public static ConditionRule of(RuleHead head, List<String> conditions) {
    return new ConditionRule(head, conditions.stream().map(ConditionRule::arrow).toList());
  }

  private static Arrow arrow(String text) {
    String plain = text.replace("consumer.", "").replace("provider.", "").trim();
    if (plain.isEmpty()) {
      throw new IllegalArgumentException("a condition is empty, expected WHEN => THEN");
    }
    int arrow = plain.indexOf("=>");
    String when = arrow < 0 ? "" : plain.substring(0, arrow).trim();
    String then = arrow < 0 ? plain : plain.substring(arrow + 2).trim();
    return new Arrow(
        plain,
        when.isEmpty() || when.equals("true") ? Condition.ALWAYS : Condition.parse(when),
        then.isEmpty() || then.equals("false") ? null : Condition.parse(then));
  }

  @Override
  public RuleHead head() {
    return head;
  }

  @Override
  public List<RouteStep> over(List<RouteCandidate> candidates) {
    List<RouteStep> steps = new ArrayList<>();
    arrows.forEach(arrow -> steps.add(new Step(arrow, candidates)));
    return steps;
  }

  private final class Step implements RouteStep {
    private final Arrow arrow;
    private final Destination destination;

    Step(Arrow arrow, List<RouteCandidate> candidates) {
      this.arrow = arrow;
      this.destination = arrow.then == null ? null : new Destination(arrow.then, candidates);
    }

    @Override
    public String name() {
      return head.name() + ": " + arrow.text;
    }

    @Override
    public String narrow(BitSet left, RouteRequest request, RandomGenerator random) {
      if (!arrow.when.holds(request)) {
        return "isn't for this call";
      }
      if (destination == null) {
        left.clear();
        return "leaves nobody, as it says";
      }
      BitSet there = destination.of(request);
      if (there.intersects(left)) {
        left.and(there);
        return "leaves those that match";
      }
      if (head.force()) {
        left.clear();
        return "leaves nobody: none matches, and it's forced";
      }
      return "none matches, and it isn't forced: it changes nothing";
    }
  }
}
