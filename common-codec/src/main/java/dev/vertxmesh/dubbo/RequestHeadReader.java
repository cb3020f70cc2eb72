package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;

/**
 * Reads a request's head and steps over its arguments. Keeps its room from one body to the next:
 * one for each event loop.
 *
 * <pre>
 * dubbo version | path | service version | method | descriptor | argument ... | attachments
 * </pre>
 */
public final class RequestHeadReader {

  /** How the names of the methods begin by which Dubbo calls any other. */
  private static final String GENERIC = "$invoke";

  /** A generic call's arguments in Java's own serialization, whatever their case. */
  private static final String JAVAS_OWN = "nativejava";

  private static final int MAX_PARAMETERS = 255; // the JVM's own limit

  private final HessianItems hessian = new HessianItems();
  private final Attachments attachments = new Attachments();

  /** Whether bodies in a serialization can be read. */
  public static boolean knows(int serialization) {
    return Serialization.isSpoken(serialization);
  }

  /**
   * Reads a request's body; the buffer's indices stay as they are.
   *
   * @param serialization one that {@link #knows} says yes to
   * @throws DubboCodecException if it isn't a request's body
   */
  public RequestHead read(int serialization, ByteBuf body) {
    ByteBuf items = body.slice(); // whose end is the body's own, whoever reads past it
    try {
      BodyItems reader = BodyItems.of(Serialization.of(serialization, items), hessian);
      reader.begin();
      return read(reader, items);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new DubboCodecException("the body ends before its last value does");
    }
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
    for (int left = parameters(descriptor); left > 0; left--) {
      items.skip(body);
    }
    attachments.clear(isGeneric);
    if (body.isReadable()) {
      items.readEntries(body, attachments);
    }
    while (body.isReadable()) { // which a reader of another mind may take for arguments
      items.skip(body);
    }
    return attachments.head(path, version, method, descriptor == null ? "" : descriptor);
  }

  private static String named(String what, String name) {
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

  /** The entries that routing needs. */
  private static final class Attachments implements BodyItems.Entries {
    private String interfaceName;
    private String path;
    private String group;
    private String version;
    private long timeout;
    private boolean ofGenericCall;

    void clear(boolean isOfGenericCall) {
      ofGenericCall = isOfGenericCall;
      interfaceName = null;
      path = null;
      group = "";
      version = null;
      timeout = 0;
    }

    @Override
    public boolean wants(String name) {
      return switch (name) {
        case "interface", "path", "group", "version", "timeout", "generic" -> true;
        default -> false;
      };
    }

    @Override
    public void onEntry(String name, String value) {
      switch (name) {
        case "interface" -> interfaceName = value;
        case "path" -> path = value;
        case "group" -> group = value;
        case "version" -> version = value;
        case "generic" -> checkMode(value);
        default -> timeout = millis(value);
      }
    }

    /** What is packed in such a binary, nothing here looks through; a provider makes it all. */
    private void checkMode(String mode) {
      if (ofGenericCall && JAVAS_OWN.equalsIgnoreCase(mode)) {
        throw new DubboCodecException(
            "generic=%s: its arguments are in Java's own serialization, expected another mode"
                .formatted(mode));
      }
    }

    /** Whole and positive, or as if nothing was said. */
    private static long millis(String value) {
      try {
        return Math.max(0, (long) Double.parseDouble(value.strip()));
      } catch (NumberFormatException e) {
        return 0;
      }
    }

    RequestHead head(String bodyPath, String bodyVersion, String method, String descriptor) {
      String attached = path == null ? bodyPath : path;
      String name = interfaceName == null || interfaceName.isEmpty() ? attached : interfaceName;
      String asked = version == null ? bodyVersion : version;
      return new RequestHead(
          named("service", name), group, asked == null ? "" : asked, method, descriptor, timeout);
    }
  }
}
