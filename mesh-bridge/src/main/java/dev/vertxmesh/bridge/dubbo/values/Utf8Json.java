package dev.vertxmesh.bridge.dubbo.values;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.vertxmesh.json.JsonMistake;
import dev.vertxmesh.json.WeighedParser;
import dev.vertxmesh.memory.ConversionBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.util.Set;

/** JSON as it came, in UTF-8; what is wrong with it is said as of an argument. */
public final class Utf8Json {

  private static final JsonFactory JSON = new JsonFactory();

  /** What the characters of a text's strings take at most, for each of its bytes. */
  private static final int STRING_BYTES = 2;

  private final byte[] bytes;
  private final int offset;
  private final int length;

  /**
   * @param json unread, and not to be changed
   */
  public Utf8Json(ByteBuf json) {
    this.bytes = json.hasArray() ? json.array() : ByteBufUtil.getBytes(json);
    this.offset = json.hasArray() ? json.arrayOffset() + json.readerIndex() : 0;
    this.length = json.readableBytes();
  }

  /** Reads it. */
  @FunctionalInterface
  public interface Reading {
    void with(JsonParser parser) throws IOException;
  }

  /**
   * @throws BadArgument naming the place where it's malformed
   */
  public void read(Reading reading) {
    try (JsonParser parser = parser()) {
      reading.with(parser);
    } catch (JsonProcessingException e) {
      throw new BadArgument("malformed JSON" + JsonMistake.place(e) + ": " + JsonMistake.words(e));
    } catch (IOException e) {
      throw new BadArgument("malformed JSON: " + e.getMessage());
    }
  }

  private JsonParser parser() throws IOException {
    if (!mayBeUtf8()) {
      throw new BadArgument("malformed JSON: expected JSON in UTF-8, got another encoding");
    }
    ConversionBudget.current().add((long) STRING_BYTES * length);
    return new WeighedParser(JSON.createParser(bytes, offset, length));
  }

  /**
   * Jackson would take the zeros of UTF-16 and UTF-32 for what they are, but knows no places then.
   */
  private boolean mayBeUtf8() {
    for (int i = 0; i < Math.min(4, length); i++) {
      if (bytes[offset + i] == 0) {
        return false;
      }
    }
    return length == 0 || bytes[offset] != (byte) 0xfe && bytes[offset] != (byte) 0xff;
  }

  /** What its objects say that they are. */
  public ClassMembers classMembers() throws IOException {
    if (!ClassMembers.mayBeIn(bytes, offset, length)) {
      return ClassMembers.NONE; // which is nearly always
    }
    try (JsonParser parser = parser()) {
      return ClassMembers.read(parser);
    }
  }

  /**
   * Whether any of its objects says what it is.
   *
   * @throws BadArgument naming the place where it's malformed
   */
  public boolean saysClasses() {
    if (!ClassMembers.mayBeIn(bytes, offset, length)) {
      return false;
    }
    boolean[] says = new boolean[1];
    read(parser -> says[0] = !ClassMembers.read(parser).isEmpty());
    return says[0];
  }

  /**
   * Whether any of its objects has a member of such a name.
   *
   * @throws BadArgument naming the place where it's malformed
   */
  public boolean hasMember(Set<String> names) {
    boolean[] has = new boolean[1];
    if (!names.isEmpty()) {
      read(parser -> has[0] = hasMember(parser, names));
    }
    return has[0];
  }

  private static boolean hasMember(JsonParser parser, Set<String> names) throws IOException {
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (token == JsonToken.FIELD_NAME && names.contains(parser.currentName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a form's text looks like an object or an array. */
  public boolean mayBeStructure() {
    return length > 0 && (bytes[offset] == '{' || bytes[offset] == '[');
  }

  /** Whether a text is one value of JSON, and nothing else. */
  public static boolean isJson(String text) {
    try (JsonParser parser = JSON.createParser(text)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
