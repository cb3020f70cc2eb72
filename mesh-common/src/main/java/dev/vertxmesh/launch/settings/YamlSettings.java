package dev.vertxmesh.launch.settings;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A file of settings. Only its nodes are read, never objects: they know their lines. */
final class YamlSettings {

  /** Whose values may stand in the file itself. */
  private static final Set<String> FILES = Set.of("access", "limits");

  private final String file;

  private YamlSettings(String file) {
    this.file = file;
  }

  /**
   * @param name how the file was named: as a flag, or in the environment
   */
  static List<Setting> read(String file, String name, String place) {
    try (Reader reader = Files.newBufferedReader(Path.of(file))) {
      Node root = new Yaml(new LoaderOptions()).compose(reader);
      return root == null ? List.of() : new YamlSettings(file).settings(root);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw UsageError.wrong(file, "line " + line, "not YAML: " + e.getProblem());
    } catch (NoSuchFileException e) {
      throw UsageError.unexpected(name, place, file, "a file, and there is none of this name");
    } catch (IOException | YAMLException | IllegalArgumentException e) {
      throw UsageError.unexpected(name, place, file, "a YAML file that can be read: " + e);
    }
  }

  private List<Setting> settings(Node root) {
    if (!(root instanceof MappingNode mapping)) {
      throw UsageError.wrong(file, "line " + line(root), "expected lines of the form name: value");
    }
    List<Setting> settings = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Setting setting = setting(tuple);
      if (!seen.add(setting.option())) {
        throw UsageError.wrong(setting.name(), setting.place(), "given twice");
      }
      settings.add(setting);
    }
    return settings;
  }

  private Setting setting(NodeTuple tuple) {
    String place = file + ":" + line(tuple.getKeyNode());
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      throw UsageError.wrong("a key", place, "expected the name of an option");
    }
    Node value = tuple.getValueNode();
    List<String> values = new ArrayList<>();
    if (FILES.contains(key.getValue()) && value instanceof MappingNode) {
      values.add(file); // whose reader finds it again
    } else if (value instanceof SequenceNode items) {
      items.getValue().forEach(item -> values.add(scalar(key.getValue(), item)));
    } else {
      values.add(scalar(key.getValue(), value));
    }
    return new Setting(key.getValue(), key.getValue(), place, values);
  }

  private String scalar(String key, Node node) {
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    throw UsageError.wrong(key, file + ":" + line(node), "expected a value or a list of values");
  }

  private static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }
}
