package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.hessian.HessianItems;
import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Reads a request's head and steps over its arguments. Keeps its room from one body to the next:
 * one for each event loop.
 *
 * <pre>
 * dubbo version | path | service version | method | descriptor | argument ... | attachments
 * </pre>
 */
public final class RequestHeadReader {

  /** The attachment that has a consumer's API key. */
  public static final String KEY = "x-api-key";

  /** The attachment that has a consumer's JWT. */
  public static final String TOKEN = "x-mesh-token";

  /** How the names of the methods begin by which Dubbo calls any other. */
  private static final String GENERIC = "$invoke";

  private static final int MAX_PARAMETERS = 255; // the JVM's own limit

  private final HessianItems hessian = new HessianItems();
  private final HeadAttachments attachments = new HeadAttachments();

  /**
   * Reads a request's body; the buffer's indices stay as they are, and its bytes but for {@link
   * #hide}.
   *
   * @param serialization one that {@link Serialization#isSpoken} says yes to
   * @throws DubboCodecException if it isn't a request's body
   */
  public RequestHead read(int serialization, ByteBuf body) {
    ByteBuf items = body.slice(); // a slice, so that nothing reads past the body's end
    try {
      BodyItems reader = Serialization.of(serialization, items).items(hessian);
      reader.begin();
      return read(reader, items);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new DubboCodecException("the body ends before its last value does");
    }
  }

  /**
   * From now on the names of those that this says yes to become stars in what is read, so that to a
   * provider they have no meaning; it's asked in lower case.
   */
  public void hide(Predicate<String> names) {
    attachments.hidden().are(names);
  }

  /** The API key of the request that was read last; null if it has none. */
  public String key() {
    return attachments.key();
  }

  /** Whether requests have these attachments is noted from now on; in lower case. */
  public void note(Set<String> names) {
    attachments.note(names);
  }

  /** Those of them that the request has that was read last, in lower case; empty for no text. */
  public Map<String, String> noted() {
    return attachments.noted();
  }

  /** The token of the request that was read last; null if it has none. */
  public String token() {
    return attachments.token();
  }

  private RequestHead read(BodyItems items, ByteBuf body) {
    items.readString(body); // Dubbo's own version
    String path = items.readString(body);
    String version = items.readString(body);
    String method = named("method", items.readString(body));
    String descriptor = items.readString(body);
    boolean isGeneric = method.startsWith(GENERIC);
    if (isGeneric) {
      items.takeTextsForNames();
    }
    int start = body.readerIndex();
    boolean mayStray = items.skipArguments(body, descriptor, parameters(descriptor));
    attachments.clear();
    int entries = body.readerIndex();
    if (body.isReadable()) {
      items.readEntries(body, attachments);
    }
    if (isGeneric) {
      attachments.checkMode();
    }
    while (body.isReadable()) { // which a reader of another mind may take for arguments
      items.skip(body);
    }
    if (mayStray) {
      items.checkStrays(body, start, isGeneric);
    }
    RequestHead head =
        attachments.head(path, version, method, descriptor == null ? "" : descriptor);
    if (attachments.hidden().cover(body, entries)) { // what was looked for may be elsewhere
      attachments.clear();
      items.readEntries(body.readerIndex(entries), attachments);
      attachments
          .hidden()
          .check(head.equals(attachments.head(path, version, method, head.descriptor())));
    }
    return head;
  }

  static String named(String what, String name) {
    if (name == null || name.isEmpty()) {
      throw new DubboCodecException("the " + what + " has no name");
    }
    return name;
  }

  /**
   * How many types a descriptor has. Dubbo takes one apart by looking for what is like a type,
   * wherever it begins, so that it may find others in a class's name that isn't one.
   */
  static int parameters(String descriptor) {
    int count = 0;
    int length = descriptor == null ? 0 : descriptor.length();
    for (int at = 0; at < length; at++) {
      char c = descriptor.charAt(at);
      if (c == 'L') {
        at = endOfClass(descriptor, at + 1);
      }
      if (at < 0 || c != 'L' && "ZBCSIJFD[".indexOf(c) < 0) {
        throw new DubboCodecException("malformed descriptor '" + descriptor + "'");
      }
      count += c == '[' ? 0 : 1;
    }
    if (count > MAX_PARAMETERS || length > 0 && descriptor.charAt(length - 1) == '[') {
      throw new DubboCodecException("malformed descriptor '" + descriptor + "'");
    }
    return count;
  }

  /** Where the semicolon is; negative if what is before it is no class's name to Dubbo. */
  private static int endOfClass(String descriptor, int start) {
    boolean first = true;
    for (int at = start; at < descriptor.length(); at++) {
      char c = descriptor.charAt(at);
      boolean ends = c == '/' || c == ';';
      if (ends ? first : !isOfName(c, first)) {
        return -1;
      } else if (c == ';') {
        return at;
      }
      first = ends;
    }
    return -1;
  }

  private static boolean isOfName(char c, boolean first) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c == '_'
        || c == '$'
        || !first && c >= '0' && c <= '9';
  }
}
