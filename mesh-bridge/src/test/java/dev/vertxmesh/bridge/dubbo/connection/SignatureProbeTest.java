package dev.vertxmesh.bridge.dubbo.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.bridge.dubbo.request.MethodQuestion;
import dev.vertxmesh.bridge.dubbo.request.MethodQuestion.Answer;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class SignatureProbeTest {

  private static final ServiceKey SERVICE = ServiceKey.of("com.x.Shop");
  private static final JsonToken TEXT = JsonToken.VALUE_STRING;
  private static final JsonToken NUMBER = JsonToken.VALUE_NUMBER_INT;

  /** What the provider has: the overloads of a name. */
  private final Map<String, List<List<String>>> methods = new HashMap<>();

  private final List<MethodQuestion> asked = new ArrayList<>();
  private final Queue<Runnable> answers = new ArrayDeque<>();
  private final List<MethodSignature> found = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();
  private Runnable impatience;
  private boolean busy;
  private boolean takesAll;

  private final SignatureProbe probe =
      new SignatureProbe(
          this::onQuestion, action -> impatience = action, (service, method) -> found.add(method));

  private void onQuestion(MethodQuestion question, Consumer<Answer> onAnswer) {
    asked.add(question);
    answers.add(() -> onAnswer.accept(busy ? Answer.NONE : answer(question)));
  }

  /** As {@code GenericFilter} does; a question that it would take for a call fails the test. */
  private Answer answer(MethodQuestion question) {
    if (takesAll) {
      return Answer.OTHER; // it was taken for a call
    }
    List<List<String>> named = methods.getOrDefault(question.method(), List.of());
    int given = question.arguments().length;
    if (question.types() != null) {
      assertThat(given).isNotEqualTo(question.types().size());
      return named.contains(question.types()) ? Answer.OTHER_COUNT : Answer.MISSING;
    }
    if (!isJavas(question.method())) {
      return Answer.MISSING; // 2.7 says so only without types
    }
    assertThat(question.arguments()).isNotEmpty().doesNotContainNull();
    if (named.size() != 1) {
      return named.isEmpty() ? Answer.MISSING : Answer.OTHER;
    }
    return named.get(0).size() == given ? Answer.THIS_COUNT : Answer.OTHER_COUNT;
  }

  private static boolean isJavas(String name) {
    return name.chars().allMatch(Character::isJavaIdentifierPart);
  }

  private Runnable find(String method, JsonToken... kinds) {
    return probe.find(target(method), List.of(kinds), ends::add);
  }

  private static Target target(String method) {
    return new Target(SERVICE, method, Target.UNKNOWN);
  }

  private void answerAll() {
    while (!answers.isEmpty()) {
      assertThat(answers).as("one question at a time").hasSize(1);
      answers.remove().run();
    }
  }

  private void has(String method, String... types) {
    methods.computeIfAbsent(method, none -> new ArrayList<>()).add(List.of(types));
  }

  @Test
  void theLikeliestTypesAreAskedForFirst() {
    has("concat", "java.lang.String", "int", "boolean");
    find("concat", TEXT, NUMBER, JsonToken.VALUE_TRUE);
    answerAll();
    assertThat(found.get(0).parameterTypes()).containsExactly("java.lang.String", "int", "boolean");
    assertThat(asked).hasSize(3);
    assertThat(ends).containsExactly(3);
  }

  @Test
  void theTypeOfOneParameterIsFoundWhateverIsGiven() {
    has("hash", "java.lang.String");
    find("hash", JsonToken.START_OBJECT);
    answerAll();
    assertThat(found.get(0).parameterTypes()).containsExactly("java.lang.String");
  }

  @Test
  void aWrongNumberOfArgumentsIsFoundOut() {
    has("hash", "java.lang.String");
    has("move", "int", "com.x.Place", "com.x.Place");
    has("list");
    find("hash", TEXT, TEXT);
    answerAll();
    find("move", TEXT);
    answerAll();
    assertThat(ends).containsExactly(1, 3);
    assertThat(found)
        .extracting(MethodSignature::toString)
        .containsExactly("hash(java.lang.String)");
  }

  @Test
  void thatAMethodTakesNothingIsNeverLearnt() {
    has("list");
    find("list", TEXT);
    answerAll();
    assertThat(ends).containsExactly(SignatureProbe.UNKNOWN);
    assertThat(found).isEmpty();
    assertThat(probe.isWorthASearch(target("list"))).isFalse();
  }

  @Test
  void whoTakesGenericCallsItselfIsAskedOnceOfAMethodThatNobodyHas() {
    takesAll = true;
    find("hash", TEXT);
    answerAll();
    assertThat(ends).containsExactly(SignatureProbe.UNKNOWN);
    assertThat(asked).extracting(MethodQuestion::method).containsExactly("?");
    assertThat(probe.isWorthASearch(target("hash"))).isFalse();
    assertThat(probe.isWorthASearch(target("other"))).isFalse();
  }

  @Test
  void aNameThatIsNoneOfJavasIsNotSearchedFor() {
    assertThat(probe.isWorthASearch(target("hash "))).isFalse();
    assertThat(probe.isWorthASearch(target("a b"))).isFalse();
    assertThat(probe.isWorthASearch(target("hash"))).isTrue();
  }

  @Test
  void aMethodThatTakesTheProvidersOwnClassIsAskedForOnce() {
    has("save", "com.x.Order");
    find("save", JsonToken.START_OBJECT);
    answerAll();
    assertThat(found).isEmpty();
    assertThat(ends).containsExactly(1);
    assertThat(asked).hasSizeLessThan(60);
    assertThat(probe.isWorthASearch(target("save"))).isFalse();
  }

  @Test
  void whoGivesTheRightNumberAfterAWrongOneIsSearchedForToo() {
    has("add", "int", "long");
    find("add", NUMBER);
    answerAll();
    assertThat(found).isEmpty();
    assertThat(probe.isWorthASearch(target("add"))).isTrue();
    find("add", NUMBER, NUMBER);
    answerAll();
    assertThat(found.get(0).parameterTypes()).containsExactly("int", "long");
  }

  @Test
  void ofSeveralMethodsOrNoneNothingIsFoundByOneQuestionWhichIsAskedLessAndLess() {
    has("find", "long");
    has("find", "java.lang.String");
    find("find", NUMBER);
    answerAll();
    find("fnid", NUMBER);
    answerAll();
    assertThat(ends).containsExactly(SignatureProbe.UNKNOWN, SignatureProbe.UNKNOWN);
    assertThat(asked).hasSize(3);
    assertThat(probe.isWorthASearch(target("find"))).isTrue();
    assertThat(probe.isWorthASearch(target("find"))).isFalse();
    assertThat(probe.isWorthASearch(target("find"))).isTrue();
    assertThat(probe.isWorthASearch(target("find"))).isFalse();
  }

  @Test
  void oneUnlikelyTypeAmongSeveralIsFound() {
    has("inZone", "java.time.ZonedDateTime", "java.lang.String");
    find("inZone", TEXT, TEXT);
    answerAll();
    assertThat(found).hasSize(1);
  }

  @Test
  void methodsOfManyParametersAreAskedForWithinBounds() {
    has("four", "a.A", "a.A", "a.A", "a.A");
    find("four", TEXT, TEXT, TEXT, TEXT);
    answerAll();
    assertThat(asked).hasSize(66);
    has("nine", "a.A", "a.A", "a.A", "a.A", "a.A", "a.A", "a.A", "a.A", "a.A");
    find("nine", TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT);
    answerAll();
    assertThat(asked).hasSize(67);
    assertThat(ends).containsExactly(4, 9);
  }

  @Test
  void whoComesMeanwhileWaitsForTheSameSearchAndWhoLeavesIsNotTold() {
    has("hash", "java.lang.String");
    find("hash", TEXT);
    Runnable leave = find("hash", TEXT);
    find("hash", TEXT);
    leave.run();
    answerAll();
    assertThat(ends).containsExactly(1, 1);
    assertThat(asked).hasSize(3);
  }

  @Test
  void aProviderWithoutAFreeThreadIsAskedLessAndLess() {
    has("hash", "java.lang.String");
    busy = true;
    find("hash", TEXT);
    answerAll();
    assertThat(ends).containsExactly(SignatureProbe.UNKNOWN);
    List<Boolean> worth = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      worth.add(probe.isWorthASearch(target("hash")));
    }
    assertThat(worth).containsExactly(true, false, true, false, false, false, true);
  }

  @Test
  void nobodyWaitsForeverAndALateAnswerChangesNothing() {
    has("hash", "java.lang.String");
    find("hash", TEXT);
    impatience.run();
    assertThat(ends).containsExactly(SignatureProbe.UNKNOWN);
    answerAll();
    assertThat(ends).hasSize(1);
    assertThat(asked).hasSize(1);
  }

  @Test
  void madeUpNamesAreSearchedForAFewAtATime() {
    for (int i = 0; i < SignatureProbe.MOST_SEARCHES; i++) {
      assertThat(probe.isWorthASearch(target("name" + i))).isTrue();
      find("name" + i, TEXT);
    }
    assertThat(probe.isWorthASearch(target("another"))).isFalse();
    assertThat(probe.isWorthASearch(target("name0"))).as("who joins one costs nothing").isTrue();
    while (!answers.isEmpty()) {
      answers.remove().run();
    }
    assertThat(probe.isWorthASearch(target("another"))).isTrue();
  }
}
