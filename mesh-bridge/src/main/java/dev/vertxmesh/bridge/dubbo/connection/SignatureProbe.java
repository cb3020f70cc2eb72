package dev.vertxmesh.bridge.dubbo.connection;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.request.MethodQuestion;
import dev.vertxmesh.bridge.dubbo.request.TypeCandidates;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Finds out what types a method takes where nobody tells and the call doesn't say: by {@link
 * MethodQuestion}s, which run nothing. First how many parameters there are, then of what types, as
 * far as they are the JDK's. A call without arguments isn't asked for: nothing of it could be cut.
 * That a method takes none isn't learnt either, as Dubbo 2.7 keeps what it finds for no types as
 * what it finds for the name alone. One question after the other, because each takes a thread of
 * the provider's, and the call that waits for it takes none meanwhile.
 *
 * <p>Each method is searched for once for a connection; one of which the search broke off, or of
 * whose types not all were asked for, again when as many calls have passed as before.
 */
final class SignatureProbe {

  /** Sends a question, which gets one answer. */
  @FunctionalInterface
  interface Asker {
    void ask(MethodQuestion question, Consumer<MethodQuestion.Answer> onAnswer);
  }

  /** What a waiting call is told where nobody could find out how many parameters there are. */
  static final int UNKNOWN = -1;

  /** Of methods with more parameters only the number is found. */
  private static final int MOST_PARAMETERS = 8;

  /** How many lists of types are asked for, where there are several parameters. */
  private static final int MOST_LISTS = 64;

  /** At a time: callers make up names, and each question takes a thread of the provider's. */
  static final int MOST_SEARCHES = 16;

  /** Callers choose among the provider's methods, and a provider has seldom as many. */
  private static final int MOST_KEPT = 1_000;

  /** After a search that found nothing, until others' arguments may lead to more. */
  private static final int CALLS_TO_PASS = 64;

  private record Method(ServiceKey service, String name) {}

  private final Asker asker;
  private final CapabilityProbe.Patience patience;
  private final BiConsumer<ServiceKey, MethodSignature> onFound;
  private final Map<Method, Search> searches = new LinkedHashMap<>();

  /** Whether questions about a service are refused before anything of the provider's own runs. */
  private final Map<ServiceKey, Boolean> filtered = kept();

  private final Map<Method, Known> known = kept();

  /**
   * @param patience with a whole search
   * @param onFound is told a method's types
   */
  SignatureProbe(
      Asker asker,
      CapabilityProbe.Patience patience,
      BiConsumer<ServiceKey, MethodSignature> onFound) {
    this.asker = asker;
    this.patience = patience;
    this.onFound = onFound;
  }

  private static <K, V> Map<K, V> kept() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > MOST_KEPT;
      }
    };
  }

  /** What has been found out of a method whose types are still unknown. */
  private static final class Known {
    private int count = UNKNOWN;
    private boolean isFinal;
    private int passed;

    private boolean isWorthASearch() {
      return !isFinal && Integer.bitCount(++passed) == 1;
    }
  }

  /** Whether a call without types had better wait for {@link #find}. */
  boolean isWorthASearch(Target target) {
    Method method = new Method(target.service(), target.method());
    if (!isIdentifier(method.name) // GenericFilter trims names, and all of them would be found
        || Boolean.FALSE.equals(filtered.get(method.service))) {
      return false;
    }
    if (searches.containsKey(method)) {
      return true;
    }
    Known before = known.get(method);
    return searches.size() < MOST_SEARCHES && (before == null || before.isWorthASearch());
  }

  private static boolean isIdentifier(String name) {
    return name.chars().allMatch(Character::isJavaIdentifierPart);
  }

  /**
   * Searches; who asks meanwhile waits for the same end.
   *
   * @param kinds the first token of each argument, of which there is one at least
   * @param onEnd is told how many parameters the method has, or {@link #UNKNOWN}
   * @return to be run by who doesn't want to be told any more
   */
  Runnable find(Target target, List<JsonToken> kinds, IntConsumer onEnd) {
    Method method = new Method(target.service(), target.method());
    Search search = searches.get(method);
    boolean isFirst = search == null;
    if (isFirst) {
      search = new Search(method, kinds);
      searches.put(method, search);
    }
    search.waiting.add(onEnd);
    if (isFirst) {
      search.begin();
    }
    Search joined = search;
    return () -> joined.waiting.remove(onEnd);
  }

  /** One after the other: the number of parameters, then their types. */
  private final class Search {

    private final Method method;
    private final List<JsonToken> kinds;
    private final Set<IntConsumer> waiting = new LinkedHashSet<>();
    private boolean ended;

    Search(Method method, List<JsonToken> kinds) {
      this.method = method;
      this.kinds = kinds;
    }

    void begin() {
      patience.then(this::breakOff);
      if (filtered.containsKey(method.service)) {
        beginAsking();
        return;
      }
      ask(
          MethodQuestion.ofNobody(method.service),
          answer -> {
            boolean isFiltered = answer == MethodQuestion.Answer.MISSING;
            filtered.put(method.service, isFiltered);
            if (isFiltered) {
              beginAsking();
            } else {
              end(UNKNOWN);
            }
          });
    }

    private void beginAsking() {
      Known before = known.get(method);
      if (before != null && before.count != UNKNOWN) {
        counted(before.count);
      } else {
        count();
      }
    }

    private void count() {
      List<Integer> counts = new ArrayList<>();
      counts.add(kinds.size());
      for (int count = 1; count <= MOST_PARAMETERS; count++) {
        if (count != kinds.size()) {
          counts.add(count);
        }
      }
      count(counts.iterator());
    }

    private void count(Iterator<Integer> counts) {
      if (!counts.hasNext()) { // none, or more than that
        end(keep(UNKNOWN, true).count);
        return;
      }
      int count = counts.next();
      ask(
          MethodQuestion.ofCount(method.service, method.name, count),
          answer -> {
            switch (answer) {
              case THIS_COUNT -> counted(count);
              case OTHER_COUNT -> count(counts);
              default -> end(keep(UNKNOWN, false).count); // none of the name, or several
            }
          });
    }

    private void counted(int count) {
      if (count > MOST_PARAMETERS) {
        keep(count, true);
        end(count);
      } else if (count == kinds.size()) {
        types(TypeCandidates.of(kinds, MOST_LISTS).iterator(), count);
      } else if (count == 1) {
        types(TypeCandidates.of(List.of(JsonToken.VALUE_NULL), MOST_LISTS).iterator(), count);
      } else {
        keep(count, false).passed = 0; // who gives as many is worth a search
        end(count);
      }
    }

    private void types(Iterator<List<String>> candidates, int count) {
      if (!candidates.hasNext()) {
        Known kept = keep(count, count == 1);
        kept.passed = Math.max(kept.passed, CALLS_TO_PASS);
        end(count);
        return;
      }
      List<String> types = candidates.next();
      ask(types, () -> learn(types), () -> types(candidates, count));
    }

    private void learn(List<String> types) {
      onFound.accept(method.service, new MethodSignature(method.name, types, null));
      end(types.size());
    }

    private void ask(List<String> types, Runnable ifThere, Runnable otherwise) {
      ask(
          MethodQuestion.ofTypes(method.service, method.name, types),
          answer -> (answer == MethodQuestion.Answer.OTHER_COUNT ? ifThere : otherwise).run());
    }

    private void ask(MethodQuestion question, Consumer<MethodQuestion.Answer> onAnswer) {
      asker.ask(
          question,
          answer -> {
            if (ended) {
              return;
            } else if (answer == MethodQuestion.Answer.NONE) {
              breakOff();
            } else {
              onAnswer.accept(answer);
            }
          });
    }

    private void breakOff() {
      if (!ended) {
        end(keep(UNKNOWN, false).count);
      }
    }

    private Known keep(int count, boolean isFinal) {
      Known kept = known.computeIfAbsent(method, none -> new Known());
      kept.count = count == UNKNOWN ? kept.count : count;
      kept.isFinal = isFinal;
      kept.passed = Math.max(1, kept.passed);
      return kept;
    }

    private void end(int count) {
      ended = true;
      searches.remove(method);
      List.copyOf(waiting).forEach(one -> one.accept(count));
    }
  }
}
