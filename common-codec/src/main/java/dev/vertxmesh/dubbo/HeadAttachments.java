package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The attachments of a request that say where it goes, and those that would do what isn't for a
 * stranger. What they are has to be sure: what isn't is refused, since a provider might read it in
 * another way.
 */
final class HeadAttachments implements BodyItems.Entries {

  /** A generic call's arguments in Java's own serialization, whatever their case. */
  private static final String JAVAS_OWN = "nativejava";

  /** Those of a call that comes back from a provider, {@code CallbackServiceCodec} has them. */
  private static final String CALLBACK_ARGUMENT = "sys_callback_arg-";

  private static final String KEY = RequestHeadReader.KEY;
  private static final String TOKEN = RequestHeadReader.TOKEN;
  private static final String REQUEST_ID = "x-request-id";

  private String path;
  private String group;
  private String version;
  private String mode;
  private long timeout;
  private String requestId;
  private String key;
  private String token;
  private final HiddenNames hidden = new HiddenNames();
  private Set<String> asked = Set.of();
  private Map<String, String> noted = Map.of();

  /** Whether these are there is noted from now on; in lower case, whatever their case is there. */
  void note(Set<String> names) {
    asked = names;
  }

  /** Those of them that the request has that was read last, in lower case; empty for no text. */
  Map<String, String> noted() {
    return noted;
  }

  /** Those that aren't for the provider. */
  HiddenNames hidden() {
    return hidden;
  }

  /** Before those of a request. */
  void clear() {
    path = null;
    group = null;
    version = null;
    mode = null;
    key = null;
    token = null;
    timeout = 0;
    requestId = null;
    noted = Map.of();
    hidden.clear();
  }

  @Override
  public boolean wants(String name, int end) {
    hidden.look(name, end);
    return switch (name) {
      case "path", "group", "version", "timeout", "generic", REQUEST_ID, KEY, TOKEN -> true;
      case "_isCallBackServiceInvoke", "callback.service.instid", "dubbo.stub.event" -> true;
      default -> name.startsWith(CALLBACK_ARGUMENT) || isAsked(name);
    };
  }

  private boolean isAsked(String name) {
    return !asked.isEmpty() && asked.contains(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public void onEntry(String name, Object value) {
    if (isAsked(name)) {
      noted = noted.isEmpty() ? new HashMap<>(4) : noted;
      noted.put(name.toLowerCase(Locale.ROOT), value instanceof String text ? text : "");
    }
    switch (name) {
      case "path" -> path = sure(name, path, value);
      case "group" -> group = sure(name, group, value);
      case "version" -> version = sure(name, version, value);
      case "generic" -> mode = sure(name, mode, value);
      case KEY -> key = sure(name, key, value);
      case TOKEN -> token = sure(name, token, value);
      case "timeout" -> timeout = millis(value);
      case REQUEST_ID -> requestId = value instanceof String text ? text : null; // for logs alone
      default -> checkCallback(name);
    }
  }

  private void checkCallback(String name) {
    boolean isCallback =
        switch (name) {
          case "_isCallBackServiceInvoke", "callback.service.instid", "dubbo.stub.event" -> true;
          default -> name.startsWith(CALLBACK_ARGUMENT);
        };
    if (isCallback) {
      throw new DubboCodecException(
          ("attachment %s: the provider would call the consumer back, and no agent carries such"
                  + " calls: ask again by a method that returns what it would tell, or call this"
                  + " provider without the mesh")
              .formatted(name));
    }
  }

  /**
   * The real readers differ in what they make of a name that is there twice, or of no text. A null
   * takes the place of what the body says before.
   */
  private static String sure(String name, String before, Object value) {
    if (before != null) {
      throw new DubboCodecException("attachment %s: it is there more than once".formatted(name));
    } else if (value != null && !(value instanceof String)) {
      throw new DubboCodecException("attachment %s: expected a string".formatted(name));
    }
    return value == null ? "" : (String) value;
  }

  /** Whole and positive, or as if nothing was said. */
  private static long millis(Object value) {
    try {
      boolean says = value instanceof String || value instanceof Number;
      return says ? Math.max(0, (long) Double.parseDouble(value.toString().strip())) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * What is packed in such a binary, nothing here looks through; a provider makes it all.
   *
   * @throws DubboCodecException if a generic call's arguments are packed so
   */
  String key() {
    return key;
  }

  String token() {
    return token;
  }

  void checkMode() {
    if (JAVAS_OWN.equalsIgnoreCase(mode)) {
      throw new DubboCodecException(
          "generic=%s: its arguments are in Java's own serialization, expected another mode"
              .formatted(mode));
    }
  }

  /**
   * With what they say in place of what the body itself does. What the attachment {@code interface}
   * says doesn't count: a provider finds the service by its path, which may have another name.
   *
   * @throws DubboCodecException if the service has no name
   */
  RequestHead head(String bodyPath, String bodyVersion, String method, String descriptor) {
    String asked = version == null ? bodyVersion : version;
    return new RequestHead(
        RequestHeadReader.named("service", path == null ? bodyPath : path),
        group == null ? "" : group,
        asked == null ? "" : asked,
        method,
        descriptor,
        timeout,
        requestId);
  }
}
