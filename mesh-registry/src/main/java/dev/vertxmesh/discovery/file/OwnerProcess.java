package dev.vertxmesh.discovery.file;

import dev.vertxmesh.discovery.kind.SafeText;
import dev.vertxmesh.process.ProcessStat;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process that keeps an entry, told precisely enough that another process can see that it's
 * gone.
 *
 * @param started as {@link ProcessStat} has it
 * @param machine one boot of one machine and one pid namespace: elsewhere the same number is
 *     another process
 */
record OwnerProcess(long pid, long started, String machine) {

  private static final String HERE =
      read("/proc/sys/kernel/random/boot_id") + "/" + link("/proc/self/ns/pid");

  static OwnerProcess current() {
    long pid = ProcessHandle.current().pid();
    return new OwnerProcess(pid, ProcessStat.of(pid).map(ProcessStat::started).orElse(0L), HERE);
  }

  /** Whether this process can see the owner, if it's still there. */
  boolean isHere() {
    return machine.equals(HERE);
  }

  /** Whether the process has ended. Only worth asking where {@link #isHere()}. */
  boolean isGone() {
    Optional<ProcessStat> found = ProcessStat.of(pid);
    return found.isEmpty() || found.get().ended() || found.get().started() != started;
  }

  JsonObject toJson() {
    return new JsonObject().put("pid", pid).put("started", started).put("machine", machine);
  }

  /**
   * @throws IllegalArgumentException naming the field
   */
  static OwnerProcess of(Object json) {
    if (json instanceof JsonObject owner
        && owner.getValue("pid") instanceof Number pid
        && owner.getValue("started") instanceof Number started
        && owner.getValue("machine") instanceof String machine) {
      return new OwnerProcess(pid.longValue(), started.longValue(), machine);
    }
    throw new IllegalArgumentException(
        "owner is " + SafeText.of(String.valueOf(json)) + ", expected pid, started and machine");
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String link(String file) {
    try {
      return Files.readSymbolicLink(Path.of(file)).toString();
    } catch (IOException | UnsupportedOperationException e) {
      return "unknown";
    }
  }
}
