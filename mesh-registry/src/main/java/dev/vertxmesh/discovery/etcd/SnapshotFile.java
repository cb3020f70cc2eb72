package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.kind.EntryBounds;
import dev.vertxmesh.discovery.kind.InstanceJson;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * What a registry said last, in a file, for a start while it can't be reached. Every method blocks.
 * A file that can't be written or read is told of once, and is no reason to fail.
 *
 * <pre>{@code
 * {"registry": "etcd://…", "instances": [{"id": …}, …]}
 * }</pre>
 *
 * <p>When it was last right is the time of its last change.
 */
public final class SnapshotFile {

  private static final Logger LOG = System.getLogger(SnapshotFile.class.getName());

  /** An instance's text becomes some five times as much while it's read. */
  private static final long LARGEST = EntryBounds.room() / 3;

  private final Path file;
  private final String registry;
  private final long largest;
  private boolean complained;

  /**
   * @param file null for none: then nothing is written, and nothing found
   * @param registry whose snapshot it is; another's is not taken
   */
  public SnapshotFile(Path file, String registry) {
    this(file, registry, LARGEST);
  }

  SnapshotFile(Path file, String registry, long largest) {
    this.file = file;
    this.registry = registry;
    this.largest = largest;
  }

  /**
   * Where the snapshot of a registry is kept.
   *
   * @param folder null for the one in the user's home
   * @param registry its description
   */
  public static Path place(Path folder, String registry) {
    Path in =
        folder == null
            ? Path.of(System.getProperty("user.home"), ".vertx-mesh", "cache")
            : folder.toAbsolutePath();
    String readable = registry.replaceAll("[^A-Za-z0-9]+", "-");
    return in.resolve(
        readable.substring(0, Math.min(readable.length(), 100))
            + "-"
            + HexFormat.of().toHexDigits(registry.hashCode())
            + ".json");
  }

  /**
   * @param savedAtMillis since 1970
   */
  public record Saved(List<Instance> instances, long savedAtMillis) {

    public long ageMillis() {
      return System.currentTimeMillis() - savedAtMillis;
    }
  }

  public Optional<Saved> read() {
    if (file == null) {
      return Optional.empty();
    }
    try {
      if (Files.size(file) > largest) {
        throw new IOException("it has more than " + largest + " bytes");
      }
      JsonObject json = new JsonObject(Files.readString(file));
      if (!registry.equals(json.getValue("registry"))
          || !(json.getValue("instances") instanceof JsonArray array)) {
        return Optional.empty();
      }
      List<Instance> instances = new ArrayList<>();
      for (Object item : array) {
        if (item instanceof JsonObject instance) {
          take(instance, instances);
        }
      }
      return Optional.of(new Saved(instances, Files.getLastModifiedTime(file).toMillis()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | DecodeException | ClassCastException | IllegalArgumentException e) {
      complain("read", e);
      return Optional.empty();
    }
  }

  /** A later version may have written what this one doesn't understand. */
  private static void take(JsonObject json, List<Instance> instances) {
    try {
      instances.add(InstanceJson.read(json));
    } catch (IllegalArgumentException e) {
      LOG.log(Level.DEBUG, "an instance of the snapshot is skipped: {0}", e.getMessage());
    }
  }

  /** Readers see the former file or this one, whole. */
  public void write(List<Instance> instances) {
    if (file == null) {
      return;
    }
    JsonArray array = new JsonArray();
    instances.forEach(instance -> array.add(InstanceJson.write(instance)));
    try {
      Files.createDirectories(file.getParent());
      // several processes may share the file, and none may rename another's half-written one
      Path part = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".part");
      try {
        Files.writeString(
            part, new JsonObject().put("registry", registry).put("instances", array).encode());
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IOException e) {
      complain("written", e);
    }
  }

  /** It's still right. */
  public void touch() {
    if (file == null) {
      return;
    }
    try {
      Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
    } catch (IOException e) {
      complain("written", e);
    }
  }

  private void complain(String what, Exception e) {
    if (!complained) {
      complained = true;
      LOG.log(
          Level.WARNING,
          "the snapshot {0} can''t be {1}, a start without the registry will know nobody: {2}",
          file,
          what,
          e);
    }
  }
}
