package dev.vertxmesh.it.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation is whole: its links lead to files and headings that are there. */
class DocumentationTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path DOCS = ROOT.resolve("docs");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern LINKED_TEXT = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern NOT_IN_AN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_\\- ]");

  @Test
  void everyLinkLeadsToAFileAndAHeading() {
    assertThat(pages()).isNotEmpty().allSatisfy(page -> assertThat(deadLinks(page)).isEmpty());
  }

  @Test
  void everyPageIsInTheListOfPages() {
    Set<Path> linked =
        links(DOCS.resolve("README.md"))
            .map(link -> DOCS.resolve(fileOf(link)).normalize())
            .collect(Collectors.toSet());
    assertThat(pages().filter(page -> page.startsWith(DOCS)).filter(Predicate.not(isList())))
        .isSubsetOf(linked);
  }

  @Test
  void noWordOfTheGlossaryIsDefinedTwice() {
    List<String> words =
        lines(DOCS.resolve("glossary.md"))
            .filter(line -> line.startsWith("| ") && !line.startsWith("| word |"))
            .flatMap(line -> Stream.of(line.split("\\|")[1].trim().split(", ")))
            .toList();
    assertThat(words).contains("caller", "provider", "instance", "link").doesNotHaveDuplicates();
  }

  @Test
  void noPageHasBothSidesOfAMerge() {
    assertThat(pages().flatMap(DocumentationTest::lines))
        .noneMatch(line -> line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> "));
  }

  private static Predicate<Path> isList() {
    return page -> page.endsWith("README.md");
  }

  private static Stream<Path> pages() {
    List<Path> pages = new ArrayList<>();
    for (Path folder : List.of(ROOT, DOCS)) {
      try (Stream<Path> files = Files.list(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return pages.stream();
  }

  private static List<String> deadLinks(Path page) {
    return links(page)
        .filter(link -> !leadsSomewhere(page, link))
        .map(link -> ROOT.relativize(page) + ": " + link)
        .toList();
  }

  private static boolean leadsSomewhere(Path page, String link) {
    Path file = fileOf(link).isEmpty() ? page : page.resolveSibling(fileOf(link)).normalize();
    Optional<String> anchor = anchorOf(link).filter(some -> file.toString().endsWith(".md"));
    return Files.exists(file) && (anchor.isEmpty() || anchors(file).contains(anchor.get()));
  }

  private static String fileOf(String link) {
    return link.split("#", 2)[0];
  }

  private static Optional<String> anchorOf(String link) {
    String[] parts = link.split("#", 2);
    return parts.length == 2 ? Optional.of(parts[1]) : Optional.empty();
  }

  /** Those into the project. */
  private static Stream<String> links(Path page) {
    return lines(page)
        .flatMap(line -> LINK.matcher(line).results())
        .map(found -> found.group(1))
        .filter(link -> !link.contains("://"));
  }

  /** As GitHub makes them of headings. */
  private static Set<String> anchors(Path page) {
    return lines(page)
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", ""))
        .map(title -> LINKED_TEXT.matcher(title).replaceAll(DocumentationTest::textOf))
        .map(title -> NOT_IN_AN_ANCHOR.matcher(title.toLowerCase(Locale.ROOT)).replaceAll(""))
        .map(title -> title.replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static String textOf(MatchResult link) {
    return Matcher.quoteReplacement(link.group(1));
  }

  /** Without those of code. */
  private static Stream<String> lines(Path page) {
    List<String> lines = new ArrayList<>();
    boolean code = false;
    try {
      for (String line : Files.readAllLines(page)) {
        boolean fence = line.strip().startsWith("```");
        code ^= fence;
        if (!code && !fence) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines.stream();
  }
}
