package dev.vertxmesh.it.harness;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What jcmd does, without a JVM of its own for each command: tests ask some 200 times. */
final class Diagnostics {

  /** Has {@code --add-exports} in pom.xml. */
  private static final String HOTSPOT = "sun.tools.attach.HotSpotVirtualMachine";

  private Diagnostics() {}

  /**
   * Runs a diagnostic command in another JVM.
   *
   * @param command such as {@code GC.run}
   * @return what it printed
   */
  static String run(long pid, String command) {
    try {
      VirtualMachine machine = VirtualMachine.attach("" + pid);
      try (InputStream said =
          (InputStream)
              Class.forName(HOTSPOT)
                  .getMethod("executeJCmd", String.class)
                  .invoke(machine, command)) {
        return new String(said.readAllBytes(), StandardCharsets.UTF_8);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(command + " isn't run in " + pid, e);
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException(pid + " takes no commands", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
