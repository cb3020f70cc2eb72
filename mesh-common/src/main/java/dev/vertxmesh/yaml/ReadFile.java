package dev.vertxmesh.yaml;

import java.nio.file.Path;
import org.yaml.snakeyaml.nodes.Node;

/**
 * A file as it was read once, so that all who look for their part of it see the same.
 *
 * @param stamps what it looked like before
 */
public record ReadFile(Path path, FileStamps stamps, YamlNodes nodes, Node root) {

  /**
   * Blocks.
   *
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  public static ReadFile of(Path path) {
    FileStamps stamps = FileStamps.of(path);
    YamlNodes nodes = new YamlNodes(path);
    return new ReadFile(path, stamps, nodes, nodes.root());
  }

  /** A name that isn't absolute is meant from the folder of the file it stands in. */
  public Path beside(String name) {
    return path.toAbsolutePath().resolveSibling(name);
  }
}
