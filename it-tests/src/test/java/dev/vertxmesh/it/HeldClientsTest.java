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
 * open. One that is used where it's made works until then.
 */
class HeldClientsTest {

  /** What is made, with what it's given up to three brackets deep, and used at once. */
  private static final Pattern USED_AT_ONCE =
      Pattern.compile(
          "\\.\\s*create(Http|Net)Client\\s*"
              + "\\((?:[^()]|\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\))*\\)\\s*\\.\\s*\\w+");

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
    try (Stream<Path> sources =
        Files.find(Path.of(".."), 3, (path, kind) -> path.endsWith("src"))) {
      List<Path> using =
          sources
              .flatMap(HeldClientsTest::javaFiles)
              .filter(HeldClientsTest::usesOneAtOnce)
              .toList();
      assertThat(using).isEmpty();
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

  private static boolean usesOneAtOnce(Path file) {
    try {
      return isUsedAtOnce(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
