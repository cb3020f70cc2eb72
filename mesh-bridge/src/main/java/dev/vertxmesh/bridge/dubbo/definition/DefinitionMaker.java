package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.definition.DefinitionReader.WrittenMethod;
import dev.vertxmesh.bridge.dubbo.definition.DefinitionReader.WrittenType;
import dev.vertxmesh.bridge.dubbo.values.Containers;
import dev.vertxmesh.bridge.dubbo.values.ExactTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes classes and signatures of what a definition says. */
final class DefinitionMaker {

  private static final int MOST_METHODS = 2_000;
  private static final int MOST_PARAMETERS = 255;
  private static final int MOST_CLASSES = 2_000;
  private static final int LONGEST_NAME = 500;

  /** References to one another. */
  private static final int MOST_STEPS = 5;

  /**
   * Dubbo writes what {@code toString} says of constants. Where that looks like constants' names
   * it's taken for them.
   */
  private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

  private static final JavaType.Named OBJECT = JavaType.of("java.lang.Object");

  private final ClassNames names;
  private final Map<String, WrittenType> types;
  private final Map<String, String> typesByPlace;

  DefinitionMaker(
      String interfaceName, Map<String, WrittenType> types, Map<String, String> typesByPlace) {
    this.names = new ClassNames(interfaceName);
    this.types = types;
    this.typesByPlace = typesByPlace;
  }

  DefinedTypes make(List<WrittenMethod> written) {
    expect(written.size(), MOST_METHODS, "methods");
    expect(types.size(), MOST_CLASSES, "types");
    Map<String, ApiClass> classes = new LinkedHashMap<>();
    types.forEach(
        (name, type) -> {
          ApiClass made = made(name, type);
          if (made != null) {
            classes.put(made.name(), made);
          }
        });
    Map<String, Set<String>> open = new HashMap<>();
    classes.replaceAll((name, one) -> opened(one, classes.keySet(), open));
    Reach reach = new Reach(classes);
    OpenFields openFields = new OpenFields(reach, open);
    Map<String, List<DefinedTypes.Method>> methods = new HashMap<>();
    for (WrittenMethod method : written) {
      methods
          .computeIfAbsent(checked(method.name()), name -> new ArrayList<>())
          .add(made(method, reach, openFields));
    }
    return new DefinedTypes(methods, classes.values());
  }

  /** The class with {@code Object} for each field whose type isn't known. */
  private static ApiClass opened(ApiClass one, Set<String> classes, Map<String, Set<String>> open) {
    List<ApiClass.Field> fields = new ArrayList<>();
    Set<String> unknown = new HashSet<>();
    for (ApiClass.Field field : one.fields()) {
      boolean isKnown = isKnown(field.type(), classes);
      fields.add(isKnown ? field : new ApiClass.Field(field.name(), OBJECT));
      if (!isKnown) {
        unknown.add(field.name());
      }
    }
    if (unknown.isEmpty()) {
      return one;
    }
    open.put(one.name(), unknown);
    return of(one.name(), one.kind(), fields, one.constants());
  }

  private static boolean isKnown(JavaType type, Set<String> classes) {
    if (type instanceof JavaType.Array array) {
      return isKnown(array.element(), classes);
    }
    if (!(type instanceof JavaType.Named named)) {
      return false;
    }
    boolean isContainer =
        Containers.map(named.name()) != null || Containers.collection(named.name()) != null;
    return isContainer
        ? named.arguments().stream().allMatch(one -> isKnown(one, classes))
        : ExactTypes.of(named.name()) != null || classes.contains(named.name());
  }

  private DefinedTypes.Method made(WrittenMethod method, Reach reach, OpenFields openFields) {
    expect(method.parameterTypes().size(), MOST_PARAMETERS, "parameters");
    List<JavaType> whole =
        method.parameterTypes().stream()
            .map(one -> TypeText.read(names, one))
            .map(one -> reach.isWide(one) ? TypeText.UNKNOWN : one)
            .toList();
    Set<String> open = openFields.of(whole);
    if (open.size() > OpenFields.MOST) {
      open = Set.of();
      whole = Collections.nCopies(whole.size(), TypeText.UNKNOWN);
    }
    List<String> erased =
        method.parameterTypes().stream().map(one -> TypeText.erasure(names, one)).toList();
    Signature signature = new Signature(Signature.descriptor(erased), List.of(), whole);
    return new DefinedTypes.Method(erased, signature, Set.copyOf(open));
  }

  /** Null of what no provider is asked to make, or isn't known well enough. */
  private ApiClass made(String name, WrittenType type) {
    String binary = ClassNames.isName(name) ? names.binary(checked(name)) : "";
    if (!ClassNames.isSendable(binary) || binary.isEmpty()) {
      return null;
    }
    if (!type.enums().isEmpty()) {
      boolean areNames =
          type.enums().stream().allMatch(one -> CONSTANT.matcher(checked(one)).matches());
      return areNames ? of(binary, ApiClass.Kind.ENUM, List.of(), type.enums()) : null;
    }
    List<ApiClass.Field> fields = new ArrayList<>();
    type.properties()
        .forEach((field, of) -> fields.add(new ApiClass.Field(checked(field), property(of))));
    return of(binary, ApiClass.Kind.CLASS, fields, List.of());
  }

  private static ApiClass of(
      String name, ApiClass.Kind kind, List<ApiClass.Field> fields, List<String> constants) {
    return new ApiClass(
        name,
        kind,
        List.of(),
        OBJECT,
        List.of(),
        List.copyOf(fields),
        List.copyOf(constants),
        List.of());
  }

  private JavaType property(String of) {
    String type = of;
    for (int i = 0; type.startsWith("$") && i < MOST_STEPS; i++) {
      type = typesByPlace.getOrDefault(type, "");
    }
    return type.isEmpty() || type.startsWith("$") || type.startsWith("@")
        ? TypeText.UNKNOWN
        : TypeText.read(names, type);
  }

  private static String checked(String name) {
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw new IllegalArgumentException(
          "a name of %d characters, expected 1 to %d".formatted(name.length(), LONGEST_NAME));
    }
    return name;
  }

  private static void expect(int count, int most, String what) {
    if (count > most) {
      throw new IllegalArgumentException(
          "it has %d %s, expected at most %d".formatted(count, what, most));
    }
  }
}
