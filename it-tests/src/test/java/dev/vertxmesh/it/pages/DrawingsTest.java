package dev.vertxmesh.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The drawings in docs/design.md are what poms and sources say. After a change the page as it ought
 * to be is in it-tests/target/design.md.
 */
class DrawingsTest {

  private static final Path PAGE = Path.of("../docs/design.md");
  private static final Path RIGHT = Path.of("target/design.md");

  @Test
  void theDrawingsAreThoseOfTheTree() throws IOException {
    String page = Files.readString(PAGE);
    String right = with(page, "modules", ModuleDrawing.lines());
    right = with(right, "path", PathDrawing.lines());
    Files.createDirectories(RIGHT.getParent());
    Files.writeString(RIGHT, right);
    assertThat(page.lines())
        .as("docs/design.md; with the drawings of this tree it is it-tests/%s", RIGHT)
        .containsExactlyElementsOf(right.lines().toList());
  }

  private static String with(String page, String name, List<String> drawing) {
    String begin = "<!-- " + name + ": drawn by DrawingsTest -->\n```\n";
    int from = page.indexOf(begin);
    assertThat(from).as("where the drawing begins: %s", begin).isNotNegative();
    int to = page.indexOf("```\n", from + begin.length());
    return page.substring(0, from + begin.length())
        + String.join("\n", drawing)
        + "\n"
        + page.substring(to);
  }
}
