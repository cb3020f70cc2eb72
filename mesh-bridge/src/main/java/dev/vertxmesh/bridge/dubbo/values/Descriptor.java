package dev.vertxmesh.bridge.dubbo.values;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A method's parameter types.
 *
 * @param text in the JVM's form, such as {@code Ljava/lang/String;I}
 * @param typed reads the objects in it that name their class; null where no class is known
 * @param takesFloatFields whether {@link FloatFields} may be in an argument
 * @param returned what the method is declared to return; null where it isn't known
 */
public record Descriptor(
    String text,
    List<Parameter> parameters,
    TypedValues typed,
    boolean takesFloatFields,
    JavaType returned) {

  /** The JVM's own bound (JVMS 17, 4.3.3). */
  private static final int MOST_PARAMETERS = 255;

  /** How much of a text that is malformed a message repeats, around the place. */
  private static final int SHOWN = 60;

  /**
   * @throws BadArgument naming the place where the text stops making sense
   */
  public static Descriptor parse(String text) {
    List<Parameter> parameters = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      if (parameters.size() == MOST_PARAMETERS) {
        throw new BadArgument(
            "the descriptor has more than %d types, which is the most that a method takes"
                .formatted(MOST_PARAMETERS));
      }
      int end = endOfType(text, at);
      parameters.add(parameter(text.substring(at, end)));
      at = end;
    }
    return new Descriptor(text, List.copyOf(parameters), null, false, null);
  }

  /** With what is known of the method besides. */
  public static Descriptor of(Signature signature, TypedValues typed) {
    Descriptor erased = parse(signature.descriptor());
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < erased.parameters.size(); i++) {
      parameters.add(known(erased.parameters.get(i), signature, i, typed));
    }
    boolean isTyped = parameters.stream().anyMatch(parameter -> parameter.reader() != null);
    return new Descriptor(
        erased.text,
        List.copyOf(parameters),
        isTyped ? typed : null,
        isTyped && signature.types().stream().anyMatch(typed.floats()::canBeIn),
        signature.returned());
  }

  private static Parameter known(
      Parameter erased, Signature signature, int index, TypedValues typed) {
    String name = signature.names().isEmpty() ? null : signature.names().get(index);
    JavaType type = signature.types() == null ? null : signature.types().get(index);
    boolean isRead = type != null && !erased.isExact() && typed.isFullyKnown(type);
    return new Parameter(
        erased.kind(),
        erased.javaType(),
        name,
        isRead ? typed.reader(type) : null,
        isRead ? type : null);
  }

  /** The types as Java source writes them, with the names where they are known. */
  public String asJava() {
    return parameters.stream()
        .map(p -> p.name() == null ? p.javaType() : p.javaType() + " " + p.name())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Whether arguments can be given by name. */
  public boolean isNamed() {
    return parameters.stream().allMatch(parameter -> parameter.name() != null);
  }

  /** Negative if there is no such parameter. */
  public int indexOf(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (name.equals(parameters.get(i).name())) {
        return i;
      }
    }
    return -1;
  }

  /** Whether an agent can make each argument exactly as a Java caller would send it. */
  public boolean isExact() {
    return parameters.stream().allMatch(Parameter::isExact);
  }

  private static Parameter parameter(String type) {
    char first = type.charAt(0);
    if (first == 'L') {
      return Parameter.reference(className(type));
    } else if (first != '[') {
      return Parameter.primitive(first);
    }
    int dimensions = type.lastIndexOf('[') + 1;
    return Parameter.reference(
        parameter(type.substring(dimensions)).javaType() + "[]".repeat(dimensions));
  }

  private static String className(String type) {
    return type.substring(1, type.length() - 1).replace('/', '.');
  }

  private static int endOfType(String text, int start) {
    int at = start;
    while (at < text.length() && text.charAt(at) == '[') {
      at++;
    }
    if (at == text.length()) {
      throw malformed(text, at, "the array's type is missing");
    } else if (text.charAt(at) == 'L') {
      return endOfClass(text, at);
    } else if (Parameter.primitive(text.charAt(at)) == null) {
      throw malformed(text, at, "a type can't start with '" + text.charAt(at) + "'");
    }
    return at + 1;
  }

  private static int endOfClass(String text, int start) {
    int end = text.indexOf(';', start);
    if (end < 0) {
      throw malformed(text, start, "the class name that starts here has no ';' at its end");
    }
    for (int at = start + 1; at < end; at++) {
      char c = text.charAt(at);
      boolean misplaced = c == '/' && (at == start + 1 || at == end - 1);
      if (misplaced || c != '/' && !Character.isJavaIdentifierPart(c)) {
        throw malformed(text, at, "'" + c + "' can't stand here in a class name");
      }
    }
    if (end == start + 1) {
      throw malformed(text, end, "the class name is empty");
    }
    return end + 1;
  }

  private static BadArgument malformed(String text, int at, String what) {
    return new BadArgument(
        "malformed descriptor '%s' at character %d: %s; expected types as the JVM writes them, such as"
                .formatted(shown(text, at), at + 1, what)
            + " Ljava/lang/String; for java.lang.String or I for int");
  }

  private static String shown(String text, int at) {
    int from = Math.max(0, at - SHOWN);
    int to = Math.min(text.length(), at + SHOWN);
    return (from == 0 ? "" : "...") + text.substring(from, to) + (to == text.length() ? "" : "...");
  }
}
