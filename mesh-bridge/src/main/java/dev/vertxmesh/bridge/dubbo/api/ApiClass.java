package dev.vertxmesh.bridge.dubbo.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A class of an API.
 *
 * @param name as {@link Class#getName} has it
 * @param superclass null of interfaces
 * @param fields its own that are sent, in order: neither static nor transient
 * @param constants of an enum
 * @param methods of an interface
 */
public record ApiClass(
    String name,
    Kind kind,
    List<TypeParameter> typeParameters,
    JavaType.Named superclass,
    List<JavaType.Named> interfaces,
    List<Field> fields,
    List<String> constants,
    List<Method> methods) {

  /** What can be sent of it. */
  public enum Kind {
    CLASS,
    /** An interface or an abstract class: others can be sent in its place. */
    ABSTRACT,
    ENUM,
    /** Sends something else than itself ({@code writeReplace}), which no class file tells. */
    REPLACED
  }

  /** One field. */
  public record Field(String name, JavaType type) {}

  /** One method, its own type variables erased. */
  public record Method(String name, Signature signature) {}

  /** Its superclass, if there is one, and its interfaces, in order. */
  List<JavaType.Named> parents() {
    List<JavaType.Named> parents = new ArrayList<>(interfaces);
    if (superclass != null) {
      parents.add(0, superclass);
    }
    return parents;
  }

  /** What its type parameters stand for, given the arguments; their bounds where none is given. */
  Map<String, JavaType> bind(List<JavaType> arguments) {
    return TypeParameter.bind(typeParameters, arguments);
  }
}
