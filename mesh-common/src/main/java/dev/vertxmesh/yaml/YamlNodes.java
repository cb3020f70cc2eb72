package dev.vertxmesh.yaml;

import dev.vertxmesh.spelling.NearestNames;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * The nodes of a YAML file, which know their lines; what is wrong is told with its place and what
 * was expected. A file of 16 MiB is read, and no larger one, nor one with more nodes than half of
 * the heap has room for.
 */
public record YamlNodes(Path file) {

  private static final int MOST_BYTES = 16 << 20;

  /** A node takes some 200 bytes, 2 marks among them. */
  private static final long MOST_NODES = Runtime.getRuntime().maxMemory() / 400;

  /**
   * @throws IllegalArgumentException naming the file, and the line where that is known
   */
  public Node root() {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(MOST_BYTES);
    try (Reader reader = Files.newBufferedReader(file)) {
      Node root = new BoundedNodes(options, MOST_NODES).compose(reader);
      if (root == null) {
        throw new IllegalArgumentException(file + ": it is empty");
      }
      return root;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + ": there is no such file", e);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new IllegalArgumentException(file + ":" + line + ": not YAML: " + e.getProblem(), e);
    } catch (YAMLException e) {
      throw new IllegalArgumentException(file + ": can't be read: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": can't be read: " + e, e);
    }
  }

  /** Where a node stands. */
  public String place(Node node) {
    return file + ":" + (node.getStartMark().getLine() + 1);
  }

  public IllegalArgumentException wrong(Node node, String problem) {
    return new IllegalArgumentException(place(node) + ": " + problem);
  }

  /** The values of a mapping by their keys, all of which are known. */
  public Map<String, Node> fields(Node node, String what, Set<String> known) {
    Map<String, Node> fields = all(node, what);
    for (Map.Entry<String, Node> field : fields.entrySet()) {
      if (!known.contains(field.getKey())) {
        String meant = NearestNames.meant(field.getKey(), known);
        throw wrong(
            field.getValue(),
            "%s has no '%s'; %s"
                .formatted(
                    what,
                    field.getKey(),
                    meant == null
                        ? "expected one of " + sorted(known)
                        : "did you mean " + meant + "?"));
      }
    }
    return fields;
  }

  private static String sorted(Set<String> known) {
    return String.join(", ", new TreeSet<>(known));
  }

  /** The same of a mapping that may have others, too. */
  public Map<String, Node> all(Node node, String what) {
    if (!(node instanceof MappingNode mapping)) {
      throw wrong(node, "expected %s as lines of the form name: value".formatted(what));
    }
    Map<String, Node> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key = text(tuple.getKeyNode(), "a name");
      if (fields.put(key, tuple.getValueNode()) != null) {
        throw wrong(tuple.getKeyNode(), "%s has '%s' twice".formatted(what, key));
      }
    }
    return fields;
  }

  /** The items of a list; a single value is a list of one. */
  public List<Node> list(Node node) {
    if (node == null) {
      return List.of();
    }
    return node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
  }

  public List<String> texts(Node node, String what) {
    return list(node).stream().map(item -> text(item, what)).toList();
  }

  /**
   * A list's texts as {@code parse} reads them, which says what was expected.
   *
   * @param forAll how what the list is about is about all, as an empty list isn't that
   */
  public <T> List<T> each(Node list, String what, Function<String, T> parse, String forAll) {
    List<T> parsed = new ArrayList<>();
    for (Node item : list(list)) {
      String text = text(item, what);
      try {
        parsed.add(parse.apply(text));
      } catch (IllegalArgumentException e) {
        throw wrong(item, "given '%s', %s".formatted(text, e.getMessage()));
      }
    }
    if (parsed.isEmpty()) {
      throw wrong(list, "the list is empty; " + forAll);
    }
    return List.copyOf(parsed);
  }

  public String text(Node node, String what) {
    if (node instanceof ScalarNode scalar && !scalar.getValue().isBlank()) {
      return scalar.getValue().strip();
    }
    throw wrong(node, "expected " + what);
  }

  /** The field, which has to be there. */
  public Node needed(Map<String, Node> fields, Node of, String what, String name) {
    Node field = fields.get(name);
    if (field == null) {
      throw wrong(of, "%s needs '%s'".formatted(what, name));
    }
    return field;
  }
}
