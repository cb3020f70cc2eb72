package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.Containers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads types as Java's reflection writes them: {@code
 * java.util.Map<java.lang.String,com.x.Orders.Order[]>}. Where they leave something open, it's
 * {@link #UNKNOWN}: of a class of its own with type parameters, for one, a definition says {@code
 * T} or what {@code T} is bound to.
 */
final class TypeText {

  /** No class has such a name, and so nobody makes a value of it. */
  static final JavaType UNKNOWN = JavaType.of("?");

  private static final int LONGEST = 4_096;
  private static final int DEEPEST = 20;

  /** What a type variable may be bound to, or is erased to. */
  private static final Set<String> OPEN =
      Set.of(
          "java.lang.Object", "java.io.Serializable", "java.lang.Comparable", "java.util.Optional");

  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "char", "double", "float", "int", "long", "short", "void");

  private final ClassNames names;
  private final String text;
  private int at;

  private TypeText(ClassNames names, String text) {
    this.names = names;
    this.text = text;
  }

  /**
   * @throws IllegalArgumentException if it's none
   */
  static JavaType read(ClassNames names, String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "a type of " + text.length() + " characters, expected at most " + LONGEST);
    }
    TypeText reading = new TypeText(names, text);
    JavaType type = reading.type(0);
    if (reading.at < text.length()) {
      throw reading.malformed();
    }
    return type;
  }

  /** Without arguments; of what is open too, which as a parameter has a name all the same. */
  static String erasure(ClassNames names, String text) {
    String erased = text;
    int from = text.indexOf('<');
    if (from >= 0) {
      erased = text.substring(0, from) + text.substring(text.lastIndexOf('>') + 1);
    }
    int brackets = erased.indexOf('[');
    String name = (brackets < 0 ? erased : erased.substring(0, brackets)).strip();
    String dimensions = brackets < 0 ? "" : erased.substring(brackets);
    if (!dimensions.replace("[]", "").isEmpty() || !ClassNames.isName(name)) {
      throw new IllegalArgumentException("'" + shown(text) + "' is no type");
    }
    return names.binary(name) + dimensions;
  }

  private JavaType type(int depth) {
    check(depth);
    skipBlanks();
    JavaType type;
    if (takes("?")) {
      skipBlanks();
      boolean isBound = takes("extends ") || takes("super ");
      type = isBound ? type(depth + 1) : UNKNOWN;
    } else {
      type = named(depth);
    }
    for (int dimensions = 1; takes("[]"); dimensions++) {
      check(depth + dimensions);
      type = new JavaType.Array(type);
    }
    skipBlanks();
    return type;
  }

  private void check(int depth) {
    if (depth > DEEPEST) {
      throw new IllegalArgumentException(
          "'%s' has more than %d types in one another".formatted(shown(text), DEEPEST));
    }
  }

  private JavaType named(int depth) {
    int from = at;
    while (at < text.length() && ClassNames.isOfName(text.charAt(at))) {
      at++;
    }
    String name = text.substring(from, at);
    if (!ClassNames.isName(name)) {
      throw malformed();
    }
    List<JavaType> arguments = new ArrayList<>();
    if (takes("<")) {
      do {
        arguments.add(type(depth + 1));
      } while (takes(","));
      if (!takes(">")) {
        throw malformed();
      }
    }
    return known(name, arguments);
  }

  private JavaType known(String name, List<JavaType> arguments) {
    boolean isVariable = name.indexOf('.') < 0 && !PRIMITIVES.contains(name);
    int expected = Containers.map(name) != null ? 2 : Containers.collection(name) != null ? 1 : 0;
    return isVariable || OPEN.contains(name) || arguments.size() != expected
        ? UNKNOWN
        : new JavaType.Named(names.binary(name), arguments);
  }

  private boolean takes(String word) {
    boolean is = text.startsWith(word, at);
    at += is ? word.length() : 0;
    return is;
  }

  private void skipBlanks() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
  }

  private IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "'%s' is no type, at character %d".formatted(shown(text), at + 1));
  }

  private static String shown(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "…";
  }
}
