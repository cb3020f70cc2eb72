package dev.vertxmesh.it;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Files that all know one another, directly or through others: the strongly connected components of
 * the graph of top-level classes, by Tarjan (Depth-first search and linear graph algorithms, 1972).
 */
final class ClassCircles {

  private final Map<String, Set<String>> known = new TreeMap<>();
  private final Map<String, Integer> index = new HashMap<>();
  private final Map<String, Integer> low = new HashMap<>();
  private final Deque<String> open = new ArrayDeque<>();
  private final List<Set<String>> circles = new ArrayList<>();

  private ClassCircles(JavaClasses classes) {
    classes.forEach(
        from ->
            from.getDirectDependenciesFromSelf()
                .forEach(to -> add(file(from), file(to.getTargetClass()))));
  }

  /** Each with the names of its files, without the mesh's own prefix. */
  static List<Set<String>> of(JavaClasses classes) {
    ClassCircles search = new ClassCircles(classes);
    search.known.keySet().stream()
        .filter(file -> !search.index.containsKey(file))
        .forEach(search::visit);
    return search.circles;
  }

  private void add(String from, String to) {
    if (to.startsWith(AllowedPackages.MESH) && !from.equals(to)) {
      known.computeIfAbsent(from, file -> new TreeSet<>()).add(to);
    }
  }

  private static String file(JavaClass of) {
    String name = of.getBaseComponentType().getName();
    int inner = name.indexOf('$');
    return inner < 0 ? name : name.substring(0, inner);
  }

  private void visit(String file) {
    index.put(file, index.size());
    low.put(file, index.get(file));
    open.push(file);
    for (String next : known.getOrDefault(file, Set.of())) {
      if (!index.containsKey(next)) {
        visit(next);
        low.merge(file, low.get(next), Math::min);
      } else if (open.contains(next)) {
        low.merge(file, index.get(next), Math::min);
      }
    }
    if (low.get(file).equals(index.get(file))) {
      close(file);
    }
  }

  private void close(String root) {
    Set<String> circle = new TreeSet<>();
    String file;
    do {
      file = open.pop();
      circle.add(file);
    } while (!file.equals(root));
    if (circle.size() > 1) {
      circles.add(
          circle.stream()
              .map(name -> name.substring(AllowedPackages.MESH.length()))
              .collect(Collectors.toCollection(TreeSet::new)));
    }
  }
}
