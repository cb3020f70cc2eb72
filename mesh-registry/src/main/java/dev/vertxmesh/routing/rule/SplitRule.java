package dev.vertxmesh.routing.rule;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** Conditions of v3.1: from some calls to one of several sets of candidates, by weights. */
public final class SplitRule implements RouteRule {

  /**
   * One set.
   *
   * @param match an expression; empty for all candidates
   * @param weight next to the others', from 0
   */
  public record To(String match, int weight) {}

  /**
   * Where some calls go.
   *
   * @param from an expression about the call; empty for all calls
   * @param refuses whether such calls go nowhere
   * @param ratio the set has to be more than so many whole percent of the candidates, or nobody is
   *     left; 0 for any
   */
  public record Split(String from, List<To> to, boolean force, boolean refuses, int ratio) {}

  private record Parsed(Split split, Condition from, List<Condition> to) {}

  private final RuleHead head;
  private final List<Parsed> splits;

  private SplitRule(RuleHead head, List<Parsed> splits) {
    this.head = head;
    this.splits = splits;
  }

  /**
   * @throws IllegalArgumentException with what is wrong
   */
  public static SplitRule of(RuleHead head, List<Split> splits) {
    return new SplitRule(head, splits.stream().map(SplitRule::parsed).toList());
  }

  private static Parsed parsed(Split split) {
    String from = split.from().trim();
    return new Parsed(
        split,
        from.isEmpty() || from.equals("true") ? Condition.ALWAYS : Condition.parse(from),
        split.to().stream().map(to -> to(to.match().trim())).toList());
  }

  private static Condition to(String match) {
    return match.isEmpty() || match.equals("false") ? Condition.ALWAYS : Condition.parse(match);
  }

  @Override
  public RuleHead head() {
    return head;
  }

  @Override
  public List<RouteStep> over(List<RouteCandidate> candidates) {
    List<RouteStep> steps = new ArrayList<>();
    for (int i = 0; i < splits.size(); i++) {
      steps.add(new Step(i + 1, splits.get(i), candidates));
    }
    return steps;
  }

  private final class Step implements RouteStep {
    private final int number;
    private final Parsed parsed;
    private final List<Destination> sets;
    private final List<String> words; // as every call asks for one

    Step(int number, Parsed parsed, List<RouteCandidate> candidates) {
      this.number = number;
      this.parsed = parsed;
      this.sets = parsed.to.stream().map(one -> new Destination(one, candidates)).toList();
      this.words = parsed.split.to().stream().map(Step::leaves).toList();
    }

    private static String leaves(To to) {
      String set = to.match().isBlank() ? "all" : to.match().trim();
      return "leaves the set that was drawn: %s, of weight %d".formatted(set, to.weight());
    }

    @Override
    public String name() {
      return "%s: condition %d, from %s".formatted(head.name(), number, parsed.split.from());
    }

    @Override
    public String narrow(BitSet left, RouteRequest request, RandomGenerator random) {
      if (!parsed.from.holds(request)) {
        return "isn't for this call";
      }
      if (parsed.split.refuses() || sets.isEmpty()) {
        left.clear();
        return "leaves nobody, as it says";
      }
      List<BitSet> there = there(left, request);
      int drawn = draw(there, random);
      if (drawn < 0) {
        if (parsed.split.force() || head.force()) {
          left.clear();
          return "leaves nobody: none matches, and it's forced";
        }
        return "none matches, and it isn't forced: it changes nothing";
      }
      int before = left.cardinality();
      left.and(there.get(drawn));
      int ratio = parsed.split.ratio();
      if (ratio > 0 && left.cardinality() * 100 / before <= ratio) {
        left.clear();
        return "leaves nobody: those that match are too small a part";
      }
      return words.get(drawn);
    }

    /** The sets, with null for those that have nobody. */
    private List<BitSet> there(BitSet left, RouteRequest request) {
      List<BitSet> there = new ArrayList<>(sets.size());
      for (Destination one : sets) {
        BitSet set = one.of(request);
        there.add(set.intersects(left) ? set : null);
      }
      return there;
    }

    /** Which of the sets; below 0 if none has anybody. */
    private int draw(List<BitSet> there, RandomGenerator random) {
      long sum = 0;
      int only = -1;
      int found = 0;
      for (int i = 0; i < there.size(); i++) {
        if (there.get(i) != null) {
          only = i;
          found++;
          sum += parsed.split.to().get(i).weight();
        }
      }
      if (found < 2 || sum == 0) {
        return only;
      }
      long drawn = random.nextLong(sum);
      for (int i = 0; i < there.size(); i++) {
        if (there.get(i) != null) {
          drawn -= parsed.split.to().get(i).weight();
          if (drawn < 0) {
            return i;
          }
        }
      }
      return only;
    }
  }
}
