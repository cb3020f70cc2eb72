package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.json.JsonMistake;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the values of arguments from JSON: of a given Java type, or as JSON itself means them.
 *
 * <p>What JSON itself means: a string, true, false, null; an Integer, Long or BigInteger, the first
 * that holds it; a Double, or a BigDecimal where a double would lose a digit or a trailing zero; a
 * list; a map. An object with a single member that is named after a type, such as <code>
 * {"$java.util.Date": "2026-11-20T00:00:00Z"}</code>, is a value of that type: for a place whose
 * type only the provider knows. <code>{"$map": {…}}</code> is the map as it stands.
 */
public final class JsonValues {

  /** Reads objects whose place says nothing, but which say their class. */
  @FunctionalInterface
  public interface NamedReader {

    /**
     * @throws BadArgument if the API doesn't have the class
     */
    Object named(String className, JsonValues json) throws IOException;
  }

  private final JsonParser parser;
  private final ClassMembers classes;
  private final NamedReader typed;
  private final NamedClasses nameable;
  private boolean keepsSmall = true;
  private boolean keepsSmallAlone = true;
  private boolean likensNumbers;

  /**
   * @param parser standing at a value's first token when asked for one; afterwards at its last
   * @param nameable what maps may say that they are
   */
  public JsonValues(JsonParser parser, NamedClasses nameable) {
    this(parser, null, null, nameable);
  }

  /**
   * @param classes of the objects that name theirs
   * @param typed reads those objects
   */
  public JsonValues(JsonParser parser, ClassMembers classes, NamedReader typed) {
    this(parser, classes, typed, NamedClasses.ANY_BUT_THE_JDKS);
  }

  private JsonValues(
      JsonParser parser, ClassMembers classes, NamedReader typed, NamedClasses nameable) {
    this.parser = parser;
    this.classes = classes;
    this.typed = typed;
    this.nameable = nameable;
  }

  JsonParser parser() {
    return parser;
  }

  /**
   * Whether a place without a type tells the types of {@link TypeTags#refuseSmall} apart; if not,
   * they are refused there. hessian2 and fastjson have one kind of whole number of 32 bits, one of
   * real numbers, and no characters.
   */
  public void keepsSmall(boolean keeps) {
    keepsSmall(keeps, keeps);
  }

  /**
   * The same, with a difference for an argument that is itself such a value.
   *
   * @param inside whether objects, lists and maps may have them, for fields that have a type
   */
  public void keepsSmall(boolean inside, boolean alone) {
    keepsSmall = inside;
    keepsSmallAlone = alone;
  }

  /**
   * Whether the numbers of a list that has a BigDecimal are all made one. A provider that knows a
   * list to be of BigDecimals makes one of an Integer, but some by way of a double.
   */
  public void likensNumbers(boolean likens) {
    likensNumbers = likens;
  }

  /** The class that the object at the parser names; null if it names none. */
  String className() {
    return classes == null ? null : classes.of(parser);
  }

  /**
   * Reads a value as the type, where {@link ExactTypes} has it, and otherwise as JSON means it.
   *
   * @param javaType as Java source writes it
   * @throws BadArgument if it doesn't fit
   */
  public Object read(String javaType) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    } else if (javaType.equals("byte[]") && parser.currentToken() == JsonToken.VALUE_STRING) {
      return base64(parser.getText());
    } else if (javaType.equals("char[]") && parser.currentToken() == JsonToken.VALUE_STRING) {
      return parser.getText().toCharArray();
    } else if (!ExactTypes.isExact(javaType)) {
      return natural();
    } else if (parser.currentToken() == JsonToken.START_OBJECT) {
      return markedAs(javaType);
    }
    return javaType.endsWith("[]") ? array(javaType) : scalar(ExactTypes.of(javaType));
  }

  /** Reads a value as JSON means it; Jackson bounds how deep it may be. */
  public Object natural() throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object();
      case START_ARRAY -> list();
      case VALUE_STRING -> parser.getText();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> Numbers.exact(parser.getText());
    };
  }

  /** A value that says its own type, where the type is known: it must be that one. */
  private Object markedAs(String javaType) throws IOException {
    boolean inside = keepsSmall;
    boolean alone = keepsSmallAlone;
    keepsSmall(true);
    Object value = natural();
    keepsSmall(inside, alone);
    Class<?> expected = ExactTypes.classOf(javaType);
    if (value == null || !MethodType.methodType(expected).wrap().returnType().isInstance(value)) {
      throw new BadArgument("an object where " + javaType + " is expected");
    }
    return value;
  }

  private Object scalar(ExactTypes.Type type) throws IOException {
    if (!fits(type.form())) {
      throw new BadArgument(
          "%s where %s is expected, such as %s"
              .formatted(kind(), Numbers.article(type.javaClass().getName()), type.example()));
    }
    return type.read(parser.getText());
  }

  private boolean fits(ExactTypes.Form form) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (form) {
      case TEXT -> token == JsonToken.VALUE_STRING;
      case NUMBER -> token.isNumeric();
      case REAL -> token.isNumeric() || Numbers.isNamed(text(token));
      case TRUTH -> token.isBoolean();
      case EITHER -> token == JsonToken.VALUE_STRING || token.isNumeric();
    };
  }

  private String text(JsonToken token) throws IOException {
    return token == JsonToken.VALUE_STRING ? parser.getText() : "";
  }

  private Object array(String javaType) throws IOException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw new BadArgument(kind() + " where " + javaType + " is expected");
    }
    String elementType = javaType.substring(0, javaType.length() - 2);
    List<Object> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      elements.add(element(elementType));
    }
    Object array = Array.newInstance(ExactTypes.classOf(elementType), elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Array.set(array, i, elements.get(i));
    }
    return array;
  }

  private Object element(String type) throws IOException {
    Object element = read(type);
    if (element == null && ExactTypes.classOf(type).isPrimitive()) {
      throw new BadArgument("null is not " + Numbers.article(type));
    }
    return element;
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new BadArgument("%s is not base64: %s".formatted(Numbers.quoted(text), e.getMessage()));
    }
  }

  private List<Object> list() throws IOException {
    List<Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(natural());
    }
    if (likensNumbers && list.stream().anyMatch(BigDecimal.class::isInstance)) {
      list.replaceAll(Numbers::asDecimal);
    }
    return list;
  }

  private Object object() throws IOException {
    String className = className();
    if (className != null && isQualified(className)) {
      return typed.named(className, this);
    } else if (parser.nextToken() == JsonToken.END_OBJECT) {
      return new LinkedHashMap<>();
    }
    String first = parser.currentName();
    String type = TypeTags.type(first);
    if (type == null) {
      return map();
    } else if (!(isArgument() ? keepsSmallAlone : keepsSmall)) {
      TypeTags.refuseSmall(first, type);
    }
    parser.nextToken();
    Object value = type.equals(TypeTags.MAP) ? literal(first) : read(type);
    if (parser.nextToken() != JsonToken.END_OBJECT) {
      throw new BadArgument("%s marks a value's type, and stands alone".formatted(first));
    }
    return value;
  }

  /** Whether the object, at whose first name the parser stands, is an argument and in no other. */
  private boolean isArgument() {
    JsonStreamContext around = parser.getParsingContext().getParent();
    return around.inArray() && around.getParent().inRoot();
  }

  /** A map may well have a key {@code class}: of a school, perhaps. */
  private static boolean isQualified(String className) {
    return className.indexOf('.') > 0
        && className.chars().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c));
  }

  private Object literal(String name) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new BadArgument("%s where %s needs an object".formatted(kind(), name));
    }
    parser.nextToken();
    return parser.currentToken() == JsonToken.END_OBJECT ? new LinkedHashMap<>() : map();
  }

  /** From the first member's name to the object's end. */
  private Map<String, Object> map() throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    for (JsonToken token = parser.currentToken();
        token != JsonToken.END_OBJECT;
        token = parser.nextToken()) {
      String name = parser.currentName();
      parser.nextToken();
      boolean isClass = name.equals(ClassMembers.NAME) && typed == null;
      if (isClass && parser.currentToken() == JsonToken.VALUE_STRING) {
        nameable.check(parser.getText());
      }
      map.put(name, natural());
    }
    return map;
  }

  /** The current token, for a message. */
  public String kind() {
    return JsonMistake.kind(parser.currentToken());
  }
}
