package dev.vertxmesh.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is read again when it changes, and one that it names. */
class WatchedFileTest {

  private static final int SOME_LOOKS = 20;

  @TempDir Path folder;
  private Path file;
  private WatchedFile watched;
  private final Named part = new Named();
  private int readings;

  /** What the file that it names has. */
  private record Text(String text, FileStamps stamps) implements WatchedFile.Content {

    @Override
    public String summary() {
      return text;
    }
  }

  @BeforeEach
  void begin() throws IOException {
    Files.writeString(folder.resolve("one"), "first");
    file = Files.writeString(folder.resolve("names.yaml"), "one");
    watched = new WatchedFile(null, file);
    watched.add(part);
  }

  private final class Named implements WatchedFile.Part<Text> {

    private Text content;

    @Override
    public Text read(ReadFile read) {
      readings++;
      Path named = read.beside(read.nodes().text(read.root(), "a file's name"));
      try {
        return new Text(Files.readString(named), read.stamps().and(named));
      } catch (NoSuchFileException e) {
        throw new IllegalArgumentException(e.getMessage() + " isn't there", e);
      } catch (IOException e) {
        throw new IllegalStateException("it's no text", e);
      }
    }

    @Override
    public void take(Text read) {
      content = read;
    }
  }

  private static boolean within(int looks, BooleanSupplier look) {
    for (int i = 0; i < looks; i++) {
      if (look.getAsBoolean()) {
        return true;
      }
    }
    return false;
  }

  @Test
  void whatHasntChangedIsNotReadAgain() {
    assertThat(within(SOME_LOOKS, watched::lookNow)).isFalse();
    assertThat(readings).isOne();
  }

  @Test
  void aFileThatItNamesMayComeLater() throws IOException {
    Files.writeString(file, "another");
    assertThat(within(SOME_LOOKS, watched::lookNow)).isFalse();
    assertThat(watched.problem()).endsWith("another isn't there");
    assertThat(readings).as("seldom, while it's as wrong").isLessThan(SOME_LOOKS / 2);
    Files.writeString(folder.resolve("another"), "second");
    assertThat(within(SOME_LOOKS, watched::lookNow)).isTrue();
    assertThat(part.content.text()).isEqualTo("second");
    assertThat(watched.problem()).isEmpty();
  }

  @Test
  void theFileThatHasChangedIsNamed() throws IOException {
    Logger log = Logger.getLogger(WatchedFile.class.getName());
    Lines lines = new Lines();
    log.addHandler(lines);
    try {
      Files.writeString(folder.resolve("one"), "longer than before");
      assertThat(watched.lookNow()).isTrue();
      Files.writeString(folder.resolve("two"), "the other");
      Files.writeString(file, "two");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      assertThat(watched.lookNow()).isTrue();
    } finally {
      log.removeHandler(lines);
    }
    assertThat(lines.said)
        .containsExactly(
            "%s was read anew, as %s has changed: longer than before"
                .formatted(file, folder.resolve("one")),
            "%s was read: the other".formatted(file));
  }

  private static final class Lines extends Handler {

    private final List<String> said = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      said.add(new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void whateverGoesWrongIsShownAndChangesNothing() throws IOException {
    Files.write(folder.resolve("one"), new byte[] {(byte) 0xff, (byte) 0xff});
    assertThat(watched.lookNow()).isFalse();
    assertThat(watched.problem()).startsWith(file + ": can't be read: ").endsWith("it's no text");
    assertThat(part.content.text()).isEqualTo("first");
  }

  @Test
  void partsOfAFileAreReadFromTheSameText() throws IOException {
    Named other = new Named();
    Files.writeString(folder.resolve("two"), "the other");
    Files.writeString(file, "two");
    watched.add(other);
    assertThat(other.content.text()).as("as the one before it has it").isEqualTo("first");
    assertThat(watched.lookNow()).isTrue();
    assertThat(List.of(part.content.text(), other.content.text()))
        .containsExactly("the other", "the other");
  }
}
