package dev.vertxmesh.access.outside;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.util.Locale;

/**
 * What Triple's clients say of their attachments' names, which HTTP/2 has in lower case: JSON of
 * these and of how they were written, percent-encoded. A provider of Dubbo 3.3.6 gives each
 * attachment the other name, whatever that is ({@code StreamUtils.toAttachments}).
 */
final class HeaderCase {

  static final String NAME = "tri-header-convert";

  private static final JsonFactory JSON = new JsonFactory();

  private HeaderCase() {}

  /** Whether names differ in their case alone, so that none becomes one that steers. */
  static boolean isAll(String value) {
    try (JsonParser parser = JSON.createParser(QueryStringDecoder.decodeComponent(value))) {
      boolean isSame = parser.nextToken() == JsonToken.START_OBJECT;
      while (isSame && parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        isSame =
            parser.nextToken() == JsonToken.VALUE_STRING
                && parser.getText().toLowerCase(Locale.ROOT).equals(name);
      }
      return isSame && parser.nextToken() == null;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
