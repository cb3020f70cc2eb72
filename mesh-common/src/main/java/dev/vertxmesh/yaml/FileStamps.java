package dev.vertxmesh.yaml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What files looked like at some time, so that a change of one is seen. Immutable.
 *
 * @param stamps by file
 */
public record FileStamps(Map<Path, String> stamps) {

  /** Of no file: never outdated. */
  public static final FileStamps NONE = new FileStamps(Map.of());

  /** As they are now; to be taken before they are read. Blocks. */
  public static FileStamps of(Path file) {
    return NONE.and(file);
  }

  /** One more, as it is now; blocks. */
  public FileStamps and(Path file) {
    Map<Path, String> more = new LinkedHashMap<>(stamps);
    more.put(file, stamp(file));
    return new FileStamps(more);
  }

  /** Those of others, too, that were taken later. */
  FileStamps and(FileStamps others) {
    Map<Path, String> more = new LinkedHashMap<>(stamps);
    others.stamps.forEach(more::putIfAbsent);
    return new FileStamps(more);
  }

  private static String stamp(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "none";
    }
  }

  /** The same files as they are now; blocks. */
  FileStamps now() {
    Map<Path, String> now = new LinkedHashMap<>();
    stamps.keySet().forEach(file -> now.put(file, stamp(file)));
    return new FileStamps(now);
  }

  /** Those of them that looked otherwise at another time. */
  List<Path> unlike(FileStamps other) {
    return stamps.keySet().stream()
        .filter(file -> !stamps.get(file).equals(other.stamps().get(file)))
        .toList();
  }

  /** Their names, sorted, for {@code /topology}. */
  public List<String> files() {
    return stamps.keySet().stream().map(Path::toString).sorted().toList();
  }
}
