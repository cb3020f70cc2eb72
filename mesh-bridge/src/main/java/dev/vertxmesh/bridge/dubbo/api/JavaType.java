package dev.vertxmesh.bridge.dubbo.api;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A type as a generic signature says it. */
public sealed interface JavaType {

  JavaType OBJECT = new Named("java.lang.Object", List.of());

  /** What {@code ?} stands for: whatever the parameter that it's given for is bound to. */
  JavaType ANY = new Variable("?");

  /**
   * A class, an interface or a primitive.
   *
   * @param name as {@link Class#getName} has it
   * @param arguments empty also where they were left out
   */
  record Named(String name, List<JavaType> arguments) implements JavaType {

    public Named {
      arguments = List.copyOf(arguments);
    }

    @Override
    public Named with(Map<String, JavaType> bound) {
      return arguments.isEmpty()
          ? this
          : new Named(name, arguments.stream().map(argument -> argument.with(bound)).toList());
    }

    @Override
    public String erasure() {
      return name;
    }

    @Override
    public String toString() {
      return arguments.isEmpty()
          ? name
          : arguments.stream()
              .map(JavaType::toString)
              .collect(Collectors.joining(", ", name + "<", ">"));
    }
  }

  /** An array, perhaps of arrays. */
  record Array(JavaType element) implements JavaType {

    @Override
    public Array with(Map<String, JavaType> bound) {
      return new Array(element.with(bound));
    }

    @Override
    public String erasure() {
      return element.erasure() + "[]";
    }

    @Override
    public String toString() {
      return element + "[]";
    }
  }

  /** A type variable that nothing has been put in for. */
  record Variable(String name) implements JavaType {

    @Override
    public JavaType with(Map<String, JavaType> bound) {
      return bound.getOrDefault(name, this);
    }

    @Override
    public String erasure() {
      return OBJECT.erasure();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * @param name as {@link Class#getName} has it
   */
  static Named of(String name, JavaType... arguments) {
    return new Named(name, List.of(arguments));
  }

  /** The type with other types in the place of variables. */
  JavaType with(Map<String, JavaType> bound);

  /** Without arguments, as Java source writes it: {@code java.util.List}, {@code int[]}. */
  String erasure();
}
