package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Vert.x 5 closes a client that nobody refers to once garbage is collected, with all that it has
 * open. One that is used where it's made works until then. And what a client is answered with is
 * lost to who asks for it too late.
 */
class HeldClientsTest {

  /** What is made, with what it's given up to three brackets deep, and used at once. */
  private static final Pattern USED_AT_ONCE =
      Pattern.compile(
          "\\.\\s*create(Http|Net)Client\\s*"
              + "\\((?:[^()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))*\\)\\s*\\.\\s*\\w+");

  /** The answer of what was sent is asked for something, on the thread that made the request. */
  private static final Pattern ASKED_LATE =
      Pattern.compile(
          "\\.compose\\(\\s*(?:(\\w+)\\s*->\\s*\\1\\s*\\.\\s*send\\([^()]*\\)|HttpClientRequest::send)\\s*\\)"
              + "\\s*(?:\\.onSuccess\\([^()]*\\)\\s*)?\\.compose\\(");

  private static boolean isUsedAtOnce(String source) {
    return USED_AT_ONCE.matcher(source).find();
  }

  @Test
  void aClientThatIsUsedAtOnceIsSeen() {
    assertThat(isUsedAtOnce("get(vertx.createNetClient().connect(1, \"x\"))")).isTrue();
    assertThat(isUsedAtOnce("vertx\n.createHttpClient(of(a(1), b()))\n  .request(to)")).isTrue();
    assertThat(isUsedAtOnce("client = vertx.createHttpClient(of(a(1)));\n x.request(to)"))
        .isFalse();
    assertThat(isUsedAtOnce("held(vertx.createNetClient(old)).connect(1, \"x\")")).isFalse();
  }

  @Test
  void nobodyUsesAClientThatItDoesNotHold() throws IOException {
    assertThat(filesWith(USED_AT_ONCE)).isEmpty();
  }

  @Test
  void anAnswerThatIsAskedLateIsSeen() {
    Pattern late = ASKED_LATE;
    assertThat("a.compose(one -> one.send(\"x\")).compose(two -> two.body())")
        .containsPattern(late);
    assertThat("a.compose(HttpClientRequest::send)\n  .compose(Answer::of)").containsPattern(late);
    assertThat("a.compose(b -> b.send()).onSuccess(c::set).compose(d)").containsPattern(late);
    assertThat("a.compose(one -> one.send().compose(two -> two.body()))")
        .doesNotContainPattern(late);
  }

  /**
   * Where the thread stands still between the two, the answer comes and its body is lost, once in a
   * thousand times on a busy machine: it has to be asked where it was sent.
   */
  @Test
  void nobodyAsksAnAnswerForItsBodyWhenItMayHaveCome() throws IOException {
    assertThat(filesWith(ASKED_LATE)).isEmpty();
  }

  private static List<Path> filesWith(Pattern pattern) throws IOException {
    try (Stream<Path> sources =
        Files.find(Path.of(".."), 3, (path, kind) -> path.endsWith("src"))) {
      return sources
          .flatMap(HeldClientsTest::javaFiles)
          .filter(file -> has(file, pattern))
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      return all
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("HeldClientsTest.java"))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean has(Path file, Pattern pattern) {
    try {
      return pattern.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
