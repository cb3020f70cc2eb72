package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.dubbo.wire.WireObject;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The constants of an enum of the API, by the names that JSON gives them. */
final class EnumConstants {

  private final ApiClass type;
  private final Map<String, WireObject> constants;

  EnumConstants(ApiClass type) {
    this.type = type;
    this.constants =
        type.constants().stream()
            .collect(
                Collectors.toMap(
                    Function.identity(), name -> WireObject.constant(type.name(), name)));
  }

  /**
   * @throws BadArgument if there's none of this name
   */
  WireObject get(String name) {
    WireObject constant = constants.get(name);
    if (constant == null) {
      throw new BadArgument(
          "%s is no %s, which has %s"
              .formatted(Numbers.quoted(name), type.name(), BadArgument.listed(type.constants())));
    }
    return constant;
  }

  /** Reads the constant's name. */
  Object read(JsonValues json) throws IOException {
    if (json.parser().currentToken() != JsonToken.VALUE_STRING) {
      throw new BadArgument(json.kind() + " where " + type.name() + " is expected");
    }
    return get(json.parser().getText());
  }

  /** Reads {@code {"class": "com.example.Role", "name": "ADMIN"}}: as a generic call has it too. */
  Object readNamed(JsonValues json) throws IOException {
    Object constant = null;
    JsonParser parser = json.parser();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals("name") && parser.currentToken() == JsonToken.VALUE_STRING) {
        constant = get(parser.getText());
      } else if (!name.equals(ClassMembers.NAME)) {
        throw new BadArgument("an enum's constant has a class and a name only");
      }
    }
    if (constant == null) {
      throw new BadArgument("the constant's name is missing");
    }
    return constant;
  }
}
