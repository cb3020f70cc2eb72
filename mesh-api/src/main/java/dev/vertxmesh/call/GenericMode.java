package dev.vertxmesh.call;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * How a call in JSON is put to a Dubbo provider. All but {@link #AUTO} and {@link #NONE} are the
 * values of Dubbo's attachment {@code generic}.
 */
public enum GenericMode {
  /** Whatever gets the most through for this method and this provider. */
  AUTO("auto"),
  /** The method itself with arguments of its own types, as a Java consumer calls it. */
  NONE("none"),
  /** Arguments as maps and lists; the result is taken apart by the provider. */
  TRUE("true"),
  /** The same arguments; the result comes as the method returned it. */
  RAW_RETURN("raw.return"),
  /** Each argument a JSON string, which the provider's Gson reads to the declared type. */
  GSON("gson"),
  /** Objects as Dubbo's {@code JavaBeanDescriptor}. */
  BEAN("bean"),
  /** One argument and the result as the JSON of a protobuf message. */
  PROTOBUF_JSON("protobuf-json");

  private final String text;

  GenericMode(String text) {
    this.text = text;
  }

  /** As headers and flags write it. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * @throws IllegalArgumentException saying what is expected
   */
  public static GenericMode parse(String text) {
    for (GenericMode mode : values()) {
      if (mode.text.equals(text)) {
        return mode;
      }
    }
    throw new IllegalArgumentException(
        "'%s', expected one of %s"
            .formatted(
                text,
                Arrays.stream(values())
                    .map(GenericMode::toString)
                    .collect(Collectors.joining(", "))));
  }
}
