package dev.vertxmesh.bench.report;

import dev.vertxmesh.bench.contest.ContestException;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What stands between marks in a Markdown file, which are lines of their own:
 *
 * <pre>{@code
 * <!-- bench: contest -->
 * …
 * <!-- bench end -->
 * }</pre>
 */
final class DocBlocks {
  static final String END = "<!-- bench end -->";

  private static final Pattern BLOCK =
      Pattern.compile(
          "^(<!-- bench: ([a-z0-9-]+) -->\n)(.*?)^(" + END + ")$",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern BEGIN = Pattern.compile("^<!-- bench: ", Pattern.MULTILINE);

  private DocBlocks() {}

  /**
   * The text with each block made anew.
   *
   * @param block what stands in the block of this name, with a line's end behind it
   * @throws ContestException for a mark without its other
   */
  static String fill(String text, UnaryOperator<String> block) {
    long begun = BEGIN.matcher(text).results().count();
    if (begun != BLOCK.matcher(text).results().count()) {
      throw new ContestException("a '<!-- bench: NAME -->' without its '" + END + "'");
    }
    return BLOCK
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) + block.apply(found.group(2)) + found.group(4)));
  }
}
