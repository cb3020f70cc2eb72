package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Programs that know nothing of the mesh, found where {@code scripts/strangers.sh} puts them: by
 * what they are made of.
 *
 * <p>Where one is missing, tests of it are skipped and say so; with {@code
 * -Dmesh.strangers.required=true} they fail.
 */
public final class Strangers {

  private static final Path SOURCES = Path.of("src", "test");
  private static final Path GO = SOURCES.resolve("go");
  private static final Path NODE = SOURCES.resolve("node");
  private static final Path PYTHON = SOURCES.resolve("python");

  private Strangers() {}

  /**
   * Starts one that is written in Go; ends the test, one way or the other, if it isn't there.
   *
   * @param name of the program's folder
   */
  public static Child go(String name, String... arguments) {
    Path program = kept("go", GO).resolve(name);
    return Child.start(name, command(List.of(program.toString()), arguments), Map.of());
  }

  /**
   * Starts a script for Node with the libraries of {@code package-lock.json}; ends the test, one
   * way or the other, if they aren't there.
   */
  public static Child node(String script, String... arguments) {
    Path libraries = kept("node", NODE.resolve("package-lock.json")).resolve("node_modules");
    List<String> command = List.of("node", NODE.resolve(script).toString());
    return Child.start(
        script, command(command, arguments), Map.of("NODE_PATH", libraries.toString()));
  }

  /**
   * Starts a script for Python with the libraries of {@code requirements.txt}; ends the test, one
   * way or the other, if they aren't there.
   */
  public static Child python(String script, String... arguments) {
    Path libraries = kept("python", PYTHON.resolve("requirements.txt"));
    List<String> command = List.of("python3", "-B", PYTHON.resolve(script).toString());
    return Child.start(
        script, command(command, arguments), Map.of("PYTHONPATH", libraries.toString()));
  }

  private static List<String> command(List<String> program, String... arguments) {
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of(arguments));
    return command;
  }

  private static Path kept(String kind, Path made) {
    Path folder = Cache.folder().resolve("strangers-" + kind + "-" + contentOf(made));
    if (!Files.isDirectory(folder)) {
      String line = "what tests of " + kind + " need is missing: ./mesh-test gets it, to " + folder;
      if (Boolean.getBoolean("mesh.strangers.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return folder;
  }

  /** As {@code content_of} of the script has it. */
  private static String contentOf(Path made) {
    try (Stream<Path> all = Files.walk(made)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      List<Path> files =
          all.filter(Files::isRegularFile).sorted(Comparator.comparing(Path::toString)).toList();
      for (Path file : files) {
        digest.update(Files.readAllBytes(file));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
