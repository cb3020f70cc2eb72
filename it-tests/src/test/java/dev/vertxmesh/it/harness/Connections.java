package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The connections of this machine, by Linux's account. */
public final class Connections {

  private static final String ESTABLISHED = "01";
  private static final int LOCAL = 1;
  private static final int STATE = 3;

  private Connections() {}

  /** How many that were accepted at a port are open; none where Linux doesn't tell. */
  public static long acceptedAt(int port) {
    String local = ":%04X".formatted(port);
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .map(Path::of)
        .filter(Files::exists)
        .flatMap(Connections::rows)
        .filter(row -> row[LOCAL].endsWith(local) && row[STATE].equals(ESTABLISHED))
        .count();
  }

  private static Stream<String[]> rows(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1).map(line -> line.strip().split("\\s+"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
