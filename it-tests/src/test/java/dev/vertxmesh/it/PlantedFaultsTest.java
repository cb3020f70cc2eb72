package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The faults that {@code ./simulate --planted} and {@code ./fuzz --planted} plant fit today's
 * sources: each is run now and then only, and a patch that fits nothing any more finds nothing.
 */
class PlantedFaultsTest {

  private static final Path ROOT = Path.of("..");
  private static final List<String> FOLDERS = List.of("simulation/planted", "fuzz-tests/planted");

  @Test
  void everyPlantedFaultFitsTheSources() throws IOException {
    Map<String, List<String>> misfits = new TreeMap<>();
    for (String folder : FOLDERS) {
      List<Path> patches = patches(folder);
      assertThat(patches).as(folder).isNotEmpty();
      for (Path patch : patches) {
        List<String> found = SourcePatch.read(patch).misfits(ROOT);
        if (!found.isEmpty()) {
          misfits.put(folder + "/" + patch.getFileName(), found);
        }
      }
    }
    assertThat(misfits)
        .as("planted faults that don't fit: make each anew, the same fault where its code is now")
        .isEmpty();
  }

  @Test
  void everyFaultForFuzzingNamesATarget() throws IOException {
    List<String> targets =
        Files.readAllLines(ROOT.resolve("fuzz-tests/targets")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> "target: " + line.split(" ")[0])
            .toList();
    for (Path patch : patches("fuzz-tests/planted")) {
      assertThat(targets)
          .as("%s, whose first line is the target that finds it", patch.getFileName())
          .contains(Files.readAllLines(patch).get(0));
    }
  }

  private static List<Path> patches(String folder) throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".patch")).sorted().toList();
    }
  }
}
