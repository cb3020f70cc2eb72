package dev.vertxmesh.bridge.dubbo.api;

import dev.vertxmesh.call.ServiceKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The classes of an API, by name. Immutable: every event loop asks the same one. */
public final class ApiClasses implements Signatures {

  /** Knows nothing. */
  public static final ApiClasses NONE = new ApiClasses(Map.of());

  private final Map<String, ApiClass> classes;
  private final Map<String, List<String>> children = new HashMap<>();

  ApiClasses(Map<String, ApiClass> classes) {
    this.classes = classes;
    classes.values().forEach(this::index);
  }

  private void index(ApiClass child) {
    for (JavaType.Named parent : child.parents()) {
      children.computeIfAbsent(parent.name(), name -> new ArrayList<>()).add(child.name());
    }
  }

  /**
   * Reads jars and folders of classes; blocks. Where two have the same class, the first is taken.
   *
   * @throws IllegalArgumentException naming the jar and the entry that can't be read, or the limit
   *     that is exceeded
   */
  public static ApiClasses read(List<Path> jarsAndFolders) {
    ClassPath path = new ClassPath();
    jarsAndFolders.forEach(path::read);
    return new ApiClasses(path.classes());
  }

  /** Those that somebody else has read; of two with the same name the last is taken. */
  public static ApiClasses of(Collection<ApiClass> all) {
    Map<String, ApiClass> classes = new LinkedHashMap<>();
    all.forEach(one -> classes.put(one.name(), one));
    return new ApiClasses(classes);
  }

  /** How many classes there are. */
  public int size() {
    return classes.size();
  }

  /** How many methods their interfaces declare. */
  public int methodCount() {
    return classes.values().stream().mapToInt(known -> known.methods().size()).sum();
  }

  /** The names of all. */
  public Set<String> names() {
    return Set.copyOf(classes.keySet());
  }

  /** Null if it isn't known. */
  public ApiClass get(String name) {
    return classes.get(name);
  }

  @Override
  public List<Signature> of(ServiceKey service, String method) {
    return methods(service.interfaceName(), method);
  }

  /**
   * An interface's methods of that name, inherited ones too, with what type variables stand for put
   * in. The descriptor of an inherited one stays as it was declared, as it does for Java callers.
   */
  public List<Signature> methods(String interfaceName, String method) {
    Map<List<String>, Signature> found = new LinkedHashMap<>();
    collect(JavaType.of(interfaceName), method, found, new HashSet<>());
    return List.copyOf(found.values());
  }

  @Override
  public Set<String> names(ServiceKey service) {
    Set<String> names = new HashSet<>();
    collectNames(service.interfaceName(), names, new HashSet<>());
    return names;
  }

  private void collectNames(String name, Set<String> names, Set<String> seen) {
    ApiClass declaring = classes.get(name);
    if (declaring != null && seen.add(name)) {
      declaring.methods().forEach(method -> names.add(method.name()));
      declaring.interfaces().forEach(parent -> collectNames(parent.name(), names, seen));
    }
  }

  private void collect(
      JavaType.Named type, String method, Map<List<String>, Signature> found, Set<String> seen) {
    ApiClass declaring = classes.get(type.name());
    if (declaring == null || !seen.add(type.name())) {
      return;
    }
    Map<String, JavaType> bound = declaring.bind(type.arguments());
    for (ApiClass.Method declared : declaring.methods()) {
      if (declared.name().equals(method)) {
        Signature signature = declared.signature();
        List<JavaType> types = signature.types().stream().map(t -> t.with(bound)).toList();
        found.putIfAbsent(
            types.stream().map(JavaType::erasure).toList(),
            new Signature(
                signature.descriptor(),
                signature.names(),
                types,
                signature.returned().with(bound)));
      }
    }
    for (JavaType.Named parent : declaring.interfaces()) {
      collect(parent.with(bound), method, found, seen);
    }
  }

  /**
   * All fields of a class, those of its superclasses after its own, with their types as its
   * arguments make them. Of two with the same name the one lower down is sent.
   *
   * @return null if a superclass isn't known, so that nobody knows how it's sent
   */
  public Map<String, JavaType> fields(JavaType.Named type) {
    Map<String, JavaType> fields = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    JavaType.Named at = type;
    while (!isRoot(at.name())) {
      ApiClass known = classes.get(at.name());
      if (known == null || known.superclass() == null || !seen.add(at.name())) {
        return null;
      }
      Map<String, JavaType> bound = known.bind(at.arguments());
      known.fields().forEach(field -> fields.putIfAbsent(field.name(), field.type().with(bound)));
      at = known.superclass().with(bound);
    }
    return fields;
  }

  private static boolean isRoot(String name) {
    return name.equals("java.lang.Object") || name.equals("java.lang.Record");
  }

  /** The classes that are one, or below one, and can be sent; in the order they were read. */
  public List<String> implementations(String name) {
    Set<String> below = new LinkedHashSet<>();
    descend(name, below);
    return below.stream().filter(this::isConcrete).toList();
  }

  private void descend(String name, Set<String> below) {
    if (below.add(name)) {
      children.getOrDefault(name, List.of()).forEach(child -> descend(child, below));
    }
  }

  private boolean isConcrete(String name) {
    ApiClass known = classes.get(name);
    return known != null && known.kind() != ApiClass.Kind.ABSTRACT;
  }

  /**
   * A class as one may stand in a type's place, with the type arguments that follow from it.
   *
   * @return null if it may not
   */
  public JavaType.Named below(JavaType.Named type, String name) {
    ApiClass known = classes.get(name);
    if (known == null) {
      return null;
    }
    List<JavaType> own = new ArrayList<>();
    known.typeParameters().forEach(p -> own.add(new JavaType.Variable(p.name())));
    JavaType.Named declared = ancestor(new JavaType.Named(name, own), type.name(), new HashSet<>());
    if (declared == null) {
      return null;
    }
    Map<String, JavaType> bound = new HashMap<>();
    int given = Math.min(declared.arguments().size(), type.arguments().size());
    for (int i = 0; i < given; i++) {
      if (declared.arguments().get(i) instanceof JavaType.Variable variable) {
        bound.put(variable.name(), type.arguments().get(i));
      }
    }
    List<JavaType> arguments = new ArrayList<>();
    own.forEach(
        variable ->
            arguments.add(bound.getOrDefault(((JavaType.Variable) variable).name(), JavaType.ANY)));
    return new JavaType.Named(name, arguments);
  }

  private JavaType.Named ancestor(JavaType.Named type, String name, Set<String> seen) {
    if (type.name().equals(name)) {
      return type;
    }
    ApiClass known = classes.get(type.name());
    if (known == null || !seen.add(type.name())) {
      return null;
    }
    Map<String, JavaType> arguments = new HashMap<>();
    for (int i = 0; i < type.arguments().size(); i++) {
      arguments.put(known.typeParameters().get(i).name(), type.arguments().get(i));
    }
    for (JavaType.Named parent : known.parents()) {
      JavaType.Named found = ancestor(parent.with(arguments), name, seen);
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}
