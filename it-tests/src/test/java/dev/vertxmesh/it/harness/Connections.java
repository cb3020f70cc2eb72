package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The connections of this machine, by Linux's account. */
public final class Connections {

  private static final String ESTABLISHED = "01";
  private static final String LISTENING = "0A";
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private Connections() {}

  /** How many that were accepted at a port are open; none where Linux doesn't tell. */
  public static long acceptedAt(int port) {
    String local = ":%04X".formatted(port);
    return all()
        .filter(row -> row[LOCAL].endsWith(local) && row[STATE].equals(ESTABLISHED))
        .count();
  }

  /** The ports to which a process has opened connections that are open; none as above. */
  public static Set<Integer> openedBy(long pid) throws IOException {
    Set<String> sockets = socketsOf(pid);
    List<String[]> own =
        all().filter(row -> sockets.contains("socket:[" + row[INODE] + "]")).toList();
    Set<Integer> listening =
        own.stream()
            .filter(row -> row[STATE].equals(LISTENING))
            .map(row -> portOf(row[LOCAL]))
            .collect(Collectors.toSet());
    return own.stream()
        .filter(row -> row[STATE].equals(ESTABLISHED) && !listening.contains(portOf(row[LOCAL])))
        .map(row -> portOf(row[REMOTE]))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.indexOf(':') + 1), 16);
  }

  /** As their links in /proc name them; those that are closed meanwhile are left out. */
  private static Set<String> socketsOf(long pid) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      for (Path file : files.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          // it's closed
        }
      }
    }
    return sockets;
  }

  private static Stream<String[]> all() {
    return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
        .map(Path::of)
        .filter(Files::exists)
        .flatMap(Connections::rows);
  }

  private static Stream<String[]> rows(Path table) {
    try {
      return Files.readAllLines(table).stream().skip(1).map(line -> line.strip().split("\\s+"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
