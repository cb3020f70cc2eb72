package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.SafeText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The folder and the files in it. Every method blocks. */
final class Folder {

  private static final Logger LOG = System.getLogger(Folder.class.getName());

  private static final String SUFFIX = ".json";

  /** So many files that can't be taken are told of; further ones aren't read. */
  private static final int MOST_MALFORMED = 1_000;

  private final Path path;

  Folder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /**
   * What is in the folder.
   *
   * @param entries by id
   * @param modified when each entry's owner last said that it's there, milliseconds since 1970
   * @param malformed why an entry can't be understood or taken, by file name
   */
  record Listing(
      Map<String, Entry> entries, Map<String, Long> modified, Map<String, String> malformed) {

    boolean isFull(long weight) {
      return weight > EntryBounds.room() || malformed.size() >= MOST_MALFORMED;
    }
  }

  /** Creates the folder if it's missing, and makes sure that it can be read. */
  void open() {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw failure("created", e);
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      files.iterator().hasNext();
    } catch (IOException e) {
      throw failure("read", e);
    }
  }

  void refuseIfReadOnly() {
    if (!Files.isWritable(path)) {
      throw failure("written", new AccessDeniedException(path.toString()));
    }
  }

  /** Readers see the whole entry or none: it's written under another name and then renamed. */
  void write(Entry entry) {
    Path temporary = path.resolve("." + entry.instance().id() + ".tmp");
    try {
      Files.writeString(temporary, entry.write());
      Files.move(
          temporary,
          file(entry.instance().id()),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw failure("written", e);
    }
  }

  /** Tells that the owner of an entry is still there; false if the entry isn't. */
  boolean touch(String id, long nowMillis) throws IOException {
    try {
      Files.setLastModifiedTime(file(id), FileTime.fromMillis(nowMillis));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  void remove(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw failure("written", e);
    }
  }

  Listing list() throws IOException {
    Listing listing = new Listing(new HashMap<>(), new HashMap<>(), new HashMap<>());
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "[!.]*" + SUFFIX)) {
      long weight = 0;
      for (Path file : files) {
        weight += read(file, listing);
        if (listing.isFull(weight)) {
          listing.malformed.put("all others", "the entries before them are as much as is taken");
          break;
        }
      }
    }
    return listing;
  }

  /** What the entry weighs in the heap. */
  private static long read(Path file, Listing listing) {
    String name = file.getFileName().toString();
    String id = name.substring(0, name.length() - SUFFIX.length());
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) { // reading a pipe would never end
        throw new IllegalArgumentException("not a file");
      }
      if (Files.size(file) > EntryBounds.LARGEST_ENTRY) {
        throw new IllegalArgumentException("larger than " + EntryBounds.LARGEST_ENTRY + " bytes");
      }
      long modified = Files.getLastModifiedTime(file).toMillis();
      Entry entry = Entry.read(id, Files.readString(file));
      listing.entries.put(id, entry);
      listing.modified.put(id, modified);
      return EntryBounds.weight(entry.instance(), 0);
    } catch (NoSuchFileException e) {
      return 0; // withdrawn a moment ago
    } catch (IOException e) {
      listing.malformed.put(name, reason(e));
    } catch (IllegalArgumentException e) {
      listing.malformed.put(name, SafeText.of(e.getMessage()));
    }
    return 0;
  }

  /**
   * Tells the log why entries can't be understood, by file name.
   *
   * @param before what it was told last
   */
  static void report(Map<String, String> malformed, Map<String, String> before) {
    malformed.forEach(
        (file, reason) -> {
          if (!reason.equals(before.get(file))) {
            LOG.log(Level.WARNING, "entry {0} is skipped: {1}", SafeText.of(file), reason);
          }
        });
  }

  /** Some of these, for a person. */
  static Map<String, String> told(Map<String, String> malformed, int most) {
    Map<String, String> told = new TreeMap<>();
    malformed.entrySet().stream()
        .limit(most)
        .forEach(one -> told.put(SafeText.of(one.getKey()), one.getValue()));
    return told;
  }

  private Path file(String id) {
    return path.resolve(id + SUFFIX);
  }

  private RegistryFailure failure(String what, IOException e) {
    return new RegistryFailure(
        "registry folder " + path + " can't be " + what + ": " + reason(e), e);
  }

  static String reason(IOException e) {
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + " is not a folder";
    }
    if (e instanceof FileSystemException broken && broken.getReason() != null) {
      return broken.getFile() + ": " + broken.getReason();
    }
    return e.toString();
  }
}
