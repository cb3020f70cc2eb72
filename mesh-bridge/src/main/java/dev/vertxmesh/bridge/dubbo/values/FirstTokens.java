package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;

/**
 * What JSON of a value begins with, which tells overloads apart. What is rare isn't thought of,
 * such as a number by the name of Infinity, or a date in a mark.
 */
record FirstTokens(ApiClasses api) {

  boolean fits(Parameter parameter, JsonToken token) {
    if (token == JsonToken.VALUE_NULL) {
      return !parameter.isPrimitive();
    }
    return switch (parameter.kind()) {
      case ANY -> true;
      case STRING, CHAR -> token == JsonToken.VALUE_STRING;
      case BOOLEAN -> token.isBoolean();
      case BYTE, SHORT, INT, LONG -> token == JsonToken.VALUE_NUMBER_INT;
      case FLOAT, DOUBLE, NUMBER -> token.isNumeric();
      case EXACT -> isExact(parameter.javaType(), token);
      case OTHER -> isOther(parameter.javaType(), token);
    };
  }

  private static boolean isExact(String type, JsonToken token) {
    return type.endsWith("[]")
        ? token == JsonToken.START_ARRAY || token == JsonToken.VALUE_STRING
        : token.isNumeric() || token == JsonToken.VALUE_STRING;
  }

  private boolean isOther(String type, JsonToken token) {
    if (type.endsWith("[]") || Containers.collection(type) != null) {
      return token == JsonToken.START_ARRAY;
    } else if (Containers.map(type) != null) {
      return token == JsonToken.START_OBJECT;
    }
    ApiClass known = api.get(type);
    if (known == null) {
      return type.startsWith("java.") || token != JsonToken.START_ARRAY;
    }
    boolean isEnum = known.kind() == ApiClass.Kind.ENUM;
    return token == (isEnum ? JsonToken.VALUE_STRING : JsonToken.START_OBJECT);
  }
}
