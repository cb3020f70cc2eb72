package dev.vertxmesh.dubbo.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Values of a fastjson or JSONB item that stand elsewhere in it: where they are wanted, and the
 * path to where they are. Resolved when all is read, each once, in the order of the wire; a path
 * leads to a value's first place, so never through a reference that is still open.
 *
 * <pre>
 * $  the whole      $.a.b[0]  from there by names and indexes; a backslash before what isn't a
 *                             letter, digit or underscore in a name
 * </pre>
 */
public final class References {

  /** Names and indexes gone along, and keys looked at, in all: a path may be long and be many. */
  private static final int MAX_STEPS = 10_000_000;

  /** Stands in a container for a value that isn't known yet. */
  public static final class Reference {

    private final String path;
    private Object target;
    private boolean known;

    public Reference(String path) {
      this.path = path;
    }

    public String path() {
      return path;
    }
  }

  private record Wanted(Object container, Object place, Reference reference) {}

  private final List<Wanted> wanted = new ArrayList<>();
  private int steps;

  /**
   * @param place an index into a list, a key of a map, or the index of an object's field
   */
  public void want(Object container, Object place, Reference reference) {
    wanted.add(new Wanted(container, place, reference));
  }

  @SuppressWarnings("unchecked")
  public void resolve(Object root) {
    for (Wanted each : wanted) {
      Object target = target(each.reference, root);
      if (each.container instanceof List<?> list) {
        ((List<Object>) list).set((Integer) each.place, target);
      } else if (each.container instanceof Map<?, ?> map) {
        ((Map<Object, Object>) map).put(each.place, target);
      } else {
        ((WireObject) each.container).set((Integer) each.place, target);
      }
    }
  }

  private Object target(Reference reference, Object root) {
    if (!reference.known) {
      reference.target = walk(reference.path, root);
      reference.known = true;
    }
    return reference.target;
  }

  private Object walk(String path, Object root) {
    Object value = root;
    int at = 1;
    while (at < path.length()) {
      StringBuilder step = new StringBuilder();
      boolean index = path.charAt(at) == '[';
      at = readStep(path, at, step);
      value = index ? element(value, step, path) : member(value, step.toString(), path);
      if (value instanceof Reference through) {
        if (!through.known) {
          throw nowhere(path);
        }
        value = through.target;
      }
    }
    return value;
  }

  /** Returns where the next step starts. */
  private int readStep(String path, int at, StringBuilder step) {
    char first = path.charAt(at);
    if (first != '.' && first != '[') {
      throw nowhere(path);
    }
    int i = at + 1;
    for (; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '\\' && i + 1 < path.length()) {
        c = path.charAt(++i);
      } else if (c == '.' || c == '[') {
        break;
      }
      step.append(c);
    }
    count(i - at);
    return i;
  }

  private Object element(Object value, StringBuilder step, String path) {
    if (value instanceof List<?> list && step.length() > 1 && step.length() < 10) {
      try {
        int index = Integer.parseInt(step, 0, step.length() - 1, 10);
        if (step.charAt(step.length() - 1) == ']' && index >= 0 && index < list.size()) {
          return list.get(index);
        }
      } catch (NumberFormatException e) {
        throw nowhere(path);
      }
    }
    throw nowhere(path);
  }

  private Object member(Object value, String name, String path) {
    if (value instanceof WireObject object) {
      count(object.size());
      int field = object.indexOf(name);
      if (field >= 0) {
        return object.value(field);
      }
    } else if (value instanceof Map<?, ?> map) {
      return map.containsKey(name) ? map.get(name) : memberOfOtherKey(map, name, path);
    }
    throw nowhere(path);
  }

  /** A key that is no string is in a path as its text. */
  private Object memberOfOtherKey(Map<?, ?> map, String name, String path) {
    count(map.size());
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (entry.getKey() instanceof Number && entry.getKey().toString().equals(name)) {
        return entry.getValue();
      }
    }
    throw nowhere(path);
  }

  private void count(int more) {
    steps += more;
    if (steps > MAX_STEPS) {
      throw new DubboCodecException("references lead over more than " + MAX_STEPS + " steps");
    }
  }

  private static DubboCodecException nowhere(String path) {
    String shown = path.length() > 64 ? path.substring(0, 64) + "..." : path;
    return new DubboCodecException("the reference " + shown + " leads nowhere");
  }
}
