package dev.vertxmesh.bridge.dubbo.reply;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.Containers;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads results as their method declares them, where their serialization leaves that out. What is
 * declared and what came may be at odds; then what came is taken as it stands. For one event loop.
 */
public abstract class ResultTypes {

  private static final Set<String> FUTURES =
      Set.of(
          "java.util.concurrent.CompletableFuture",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Future");

  final ApiClasses api;
  private final Map<JavaType.Named, Map<String, JavaType>> fields = new HashMap<>();

  ResultTypes(ApiClasses api) {
    this.api = api;
  }

  /**
   * What a result is to be read as.
   *
   * @param isFuture whether the method hands out a future of it
   */
  public record Declared(ResultTypes types, JavaType type, boolean isFuture) {

    /**
     * The result, if it's a single value as that; else as it came.
     *
     * @throws DubboCodecException if it can't be what is declared
     */
    public Object whole(Object value) {
      if (isFuture) {
        types.checkCompleted(value);
      }
      return types.single(value, inside(type));
    }
  }

  /** An object's class, as far as it's known, and its members. */
  record Members(String className, List<Member> all) {}

  /** One of them. */
  record Member(String name, Object value, JavaType type) {}

  /**
   * @param returned null where it isn't known
   */
  public Declared declared(JavaType returned) {
    if (returned == null) {
      return new Declared(this, JavaType.OBJECT, false);
    }
    boolean isFuture = FUTURES.contains(returned.erasure());
    return new Declared(this, isFuture ? argument(returned, 0) : returned, isFuture);
  }

  /** What a value of the type is written as: of an Optional its own value. */
  static JavaType inside(JavaType type) {
    return type.erasure().equals("java.util.Optional") ? inside(argument(type, 0)) : type;
  }

  /** What a list's elements are declared as; null of null. */
  static JavaType element(JavaType type) {
    if (type instanceof JavaType.Array array) {
      return array.element();
    }
    boolean isCollection = type != null && Containers.collection(type.erasure()) != null;
    return isCollection ? argument(type, 0) : objectOrNull(type);
  }

  /** What a map's keys are declared as; null of null. */
  static JavaType key(JavaType type) {
    return isMap(type) ? argument(type, 0) : objectOrNull(type);
  }

  /** What a map's values are declared as; null of null. */
  public static JavaType value(JavaType type) {
    return isMap(type) ? argument(type, 1) : objectOrNull(type);
  }

  static boolean isMap(JavaType type) {
    return type != null && Containers.map(type.erasure()) != null;
  }

  private static JavaType objectOrNull(JavaType type) {
    return type == null ? null : JavaType.OBJECT;
  }

  private static JavaType argument(JavaType type, int index) {
    return type instanceof JavaType.Named named && index < named.arguments().size()
        ? named.arguments().get(index)
        : JavaType.OBJECT;
  }

  /**
   * That what should be a future's result isn't the future.
   *
   * @throws DubboCodecException if it is
   */
  abstract void checkCompleted(Object value);

  /**
   * A value that has no others in it as what it's declared as; any other as it is.
   *
   * @throws DubboCodecException if it can't be that
   */
  abstract Object single(Object value, JavaType type);

  /** Of an object without a class of its own; null where it's to be written as it came. */
  abstract Members members(JavaType type, Map<?, ?> given);

  /** Of an object with a class; null where it's to be written as it came. */
  abstract Members members(JavaType type, WireObject given);

  /** The class that an object names, with what the declared type puts in; null if it's unknown. */
  final JavaType.Named said(JavaType declared, String className) {
    JavaType.Named below =
        declared instanceof JavaType.Named named ? api.below(named, className) : null;
    JavaType.Named said = below != null ? below : JavaType.of(className);
    return isObject(className) && fields(said) != null ? said : null;
  }

  final boolean isObject(String className) {
    ApiClass known = api.get(className);
    return known != null && known.kind() == ApiClass.Kind.CLASS;
  }

  /** Null if no one knows how the class is sent. */
  final Map<String, JavaType> fields(JavaType.Named type) {
    return fields.computeIfAbsent(type, api::fields);
  }
}
