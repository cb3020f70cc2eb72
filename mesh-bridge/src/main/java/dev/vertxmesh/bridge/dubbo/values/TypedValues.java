package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.WireList;
import dev.vertxmesh.dubbo.wire.WireMap;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the readers of an API's types: values are read from JSON as what a Java caller would send.
 * What a reader needs is made when it's first needed, and kept. For one event loop.
 *
 * <pre>
 * {@link ExactTypes}, arrays of them     the value
 * an enum of the API                     the constant of that name
 * a class of the API                     an object, its members as its fields
 * an abstract one                        the same, of the class that its member "class" names
 * collections, arrays, Optional          their elements
 * maps                                   keys as their type reads text, and values
 * Object, variables without a bound      what JSON means; a class of the API where "class" names it
 * </pre>
 */
public final class TypedValues implements JsonValues.NamedReader {

  private final ApiClasses api;
  private final KnownTypes known;
  private final MapKeys keys;
  private final FloatFields floats;
  private final FirstTokens tokens;
  private final Map<JavaType, TypedValueReader> readers = new HashMap<>();
  private Serialization serialization = Serialization.HESSIAN2;

  public TypedValues(ApiClasses api) {
    this.api = api;
    this.known = new KnownTypes(api);
    this.keys = new MapKeys(api);
    this.floats = new FloatFields(api);
    this.tokens = new FirstTokens(api);
  }

  /** Whether a parameter may be given what begins with a token. */
  public boolean fits(Parameter parameter, JsonToken token) {
    return tokens.fits(parameter, token);
  }

  /** The objects among the values whose {@code float} fields need care. */
  public FloatFields floats() {
    return floats;
  }

  /** What the values are to be written in. */
  public void speak(Serialization spoken) {
    serialization = spoken;
  }

  /** For a place that takes anything: there not every serialization has a way to say all. */
  private Object anything(JsonValues json) throws IOException {
    Object value = json.natural();
    FastjsonConversions.checkUntyped(value, serialization);
    return value;
  }

  private static WireObject wrapped(String type, Object value) {
    return WireObject.of(type, new String[] {"value"}, value);
  }

  /** Whether every value of the type can be read, whatever is in it; but for what "class" names. */
  boolean isFullyKnown(JavaType type) {
    return known.isKnown(type);
  }

  /** Reads values of the type; those of a type that isn't known are refused when they come. */
  public TypedValueReader reader(JavaType type) {
    TypedValueReader reader = readers.get(type);
    if (reader == null) {
      reader = orNull(make(type), type);
      readers.put(type, reader);
    }
    return reader;
  }

  private static TypedValueReader orNull(TypedValueReader reader, JavaType type) {
    boolean isOptional = type instanceof JavaType.Named named && KnownTypes.isOptional(named);
    if (isOptional) {
      return reader;
    }
    ExactTypes.Type exact = ExactTypes.of(type.erasure());
    boolean isPrimitive = exact != null && exact.javaClass().isPrimitive();
    return json -> {
      if (json.parser().currentToken() != JsonToken.VALUE_NULL) {
        return reader.read(json);
      } else if (isPrimitive) {
        throw new BadArgument("null is not " + Numbers.article(type.erasure()));
      }
      return null;
    };
  }

  private TypedValueReader make(JavaType type) {
    if (ExactTypes.isExact(type.erasure())) {
      String name = type.erasure();
      return json -> json.read(name);
    } else if (type instanceof JavaType.Array array) {
      return array(array);
    } else if (type instanceof JavaType.Named named) {
      return named(named);
    }
    return this::anything;
  }

  private TypedValueReader named(JavaType.Named type) {
    String name = type.name();
    if (KnownTypes.isAnything(name)) {
      return this::anything;
    } else if (KnownTypes.isOptional(type)) {
      TypedValueReader value = reader(KnownTypes.argument(type, 0));
      return json -> wrapped(name, value.read(json));
    } else if (Containers.collection(name) != null) {
      return collection(type, Containers.collection(name));
    } else if (Containers.map(name) != null) {
      return map(type, Containers.map(name));
    }
    return ofApi(type);
  }

  private TypedValueReader array(JavaType.Array type) {
    TypedValueReader element = reader(type.element());
    String sent = "[" + wireName(type.element());
    return json -> new WireList(sent, elements(json, type, element));
  }

  /** As hessian names an array's element. */
  private static String wireName(JavaType element) {
    if (element instanceof JavaType.Array array) {
      return "[" + wireName(array.element());
    }
    return element.erasure().equals("java.lang.Object") ? "object" : element.erasure();
  }

  private TypedValueReader collection(JavaType.Named type, String sent) {
    TypedValueReader element = reader(KnownTypes.argument(type, 0));
    return sent.equals("java.util.ArrayList")
        ? json -> elements(json, type, element)
        : json -> new WireList(sent, elements(json, type, element));
  }

  private static List<Object> elements(JsonValues json, JavaType type, TypedValueReader element)
      throws IOException {
    expect(json, JsonToken.START_ARRAY, type.toString());
    List<Object> elements = new ArrayList<>();
    while (json.parser().nextToken() != JsonToken.END_ARRAY) {
      elements.add(element.read(json));
    }
    return elements;
  }

  private TypedValueReader map(JavaType.Named type, String sent) {
    Function<String, Object> key = keys.of(KnownTypes.argument(type, 0));
    TypedValueReader value = reader(KnownTypes.argument(type, 1));
    // 1.0 and 1.00 are in order the same, and not equal: the one key with which that matters
    boolean byOrder =
        Containers.isSorted(sent)
            && KnownTypes.argument(type, 0).erasure().equals("java.math.BigDecimal");
    Supplier<Map<Object, Object>> empty = byOrder ? TreeMap::new : LinkedHashMap::new;
    return sent.equals("java.util.LinkedHashMap")
        ? json -> entries(json, type, key, value, empty.get())
        : json -> new WireMap(sent, entries(json, type, key, value, empty.get()));
  }

  private static Map<Object, Object> entries(
      JsonValues json,
      JavaType type,
      Function<String, Object> key,
      TypedValueReader value,
      Map<Object, Object> entries)
      throws IOException {
    expect(json, JsonToken.START_OBJECT, type.toString());
    while (json.parser().nextToken() != JsonToken.END_OBJECT) {
      String text = json.parser().currentName();
      Object name = key.apply(text);
      if (name != text && entries.containsKey(name)) { // 7 and 07
        throw new BadArgument(
            "the key %s is there already, said otherwise or the same"
                .formatted(Numbers.quoted(text)));
      }
      json.parser().nextToken();
      entries.put(name, value.read(json));
    }
    return entries;
  }

  private TypedValueReader ofApi(JavaType.Named type) {
    ApiClass known = api.get(type.name());
    if (known == null) {
      return refusing(type.name() + " is no class of the API, so its values can't be made");
    }
    return switch (known.kind()) {
      case ENUM -> new EnumConstants(known)::read;
      case REPLACED -> refusing(type.name() + " sends something else than itself");
      case ABSTRACT -> below(type, json -> refuseAbstract(type.name()));
      case CLASS -> below(type, object(type));
    };
  }

  private static TypedValueReader refusing(String message) {
    return json -> {
      throw new BadArgument(message);
    };
  }

  private TypedValueReader object(JavaType.Named type) {
    Map<String, JavaType> fields = api.fields(type);
    if (fields == null) {
      return refusing(
          type.name() + " has a superclass that is no class of the API, so it can't be made");
    }
    return new TypedObject(type.name(), fields.keySet(), name -> reader(fields.get(name)))::read;
  }

  /** Reads an object as the class that it names, if it may stand there, and else as this one. */
  private TypedValueReader below(JavaType.Named type, TypedValueReader otherwise) {
    return json -> {
      expect(json, JsonToken.START_OBJECT, type.toString());
      String name = json.className();
      if (name == null || name.equals(type.name())) {
        return otherwise.read(json);
      }
      JavaType.Named chosen = api.below(type, name);
      if (chosen == null) {
        throw new BadArgument(
            "class '%s' is not a %s that the API has; there %s"
                .formatted(name, type.name(), implementations(type.name())));
      }
      return reader(chosen).read(json);
    };
  }

  private Object refuseAbstract(String name) {
    throw new BadArgument(
        "%s is abstract: a member \"class\" has to say which of its kinds this is; there %s"
            .formatted(name, implementations(name)));
  }

  private String implementations(String name) {
    List<String> known = api.implementations(name);
    return known.isEmpty()
        ? "is none"
        : (known.size() == 1 ? "is " : "are ") + BadArgument.listed(known);
  }

  @Override
  public Object named(String className, JsonValues json) throws IOException {
    ApiClass known = api.get(className);
    if (known == null) {
      throw new BadArgument(
          "'%s' is no class of the API; where class is a key of a map, write {\"$map\": {…}}"
              .formatted(className));
    } else if (known.kind() != ApiClass.Kind.ENUM) {
      return reader(JavaType.of(className)).read(json);
    }
    return new EnumConstants(known).readNamed(json);
  }

  private static void expect(JsonValues json, JsonToken token, String type) {
    if (json.parser().currentToken() != token) {
      throw new BadArgument(json.kind() + " where " + type + " is expected");
    }
  }
}
