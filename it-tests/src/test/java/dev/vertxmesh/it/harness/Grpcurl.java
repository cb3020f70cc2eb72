package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A gRPC client that isn't ours, found where {@code scripts/grpcurl.sh} puts it, or where the
 * variable {@code MESH_GRPCURL} says.
 *
 * <p>Where it's missing, tests of it are skipped and say so; with {@code
 * -Dmesh.grpcurl.required=true} they fail.
 */
public final class Grpcurl {

  private final String program;
  private final int port;

  /**
   * What it said.
   *
   * @param exitCode 0, or 64 and the number of gRPC's status
   * @param text what it printed, errors too
   */
  public record Said(int exitCode, String text) {}

  private Grpcurl(String program, int port) {
    this.program = program;
    this.port = port;
  }

  /**
   * One that calls a port of this machine; ends the test, one way or the other, if there is none.
   */
  public static Grpcurl at(int port) {
    Path program =
        Optional.ofNullable(System.getenv("MESH_GRPCURL"))
            .map(Path::of)
            .or(() -> Cache.newest("grpcurl-", "grpcurl"))
            .orElse(null);
    if (program == null) {
      String line = "grpcurl is missing: ./mesh-test gets it, or MESH_GRPCURL names it";
      if (Boolean.getBoolean("mesh.grpcurl.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return new Grpcurl(program.toString(), port);
  }

  /** Lists all services, or describes a symbol. */
  public Said ask(String... question) {
    return run(List.of(), question);
  }

  /**
   * Calls a method.
   *
   * @param json the request
   * @param flags more, such as {@code -H}, {@code name: value}
   */
  public Said call(String method, String json, String... flags) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.addAll(List.of("-d", json));
    return run(all, method);
  }

  private Said run(List<String> flags, String... question) {
    List<String> command = new ArrayList<>(List.of(program, "-plaintext", "-max-time", "100"));
    command.addAll(List.of("-connect-timeout", "100")); // by itself 10 s
    command.addAll(flags);
    command.add("127.0.0.1:" + port);
    command.addAll(List.of(question));
    Child child = Child.start("grpcurl", command, Map.of());
    int exitCode = child.awaitExit();
    return new Said(exitCode, child.log());
  }
}
