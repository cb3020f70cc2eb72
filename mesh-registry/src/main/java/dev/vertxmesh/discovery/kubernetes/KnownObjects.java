package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.kind.SafeText;
import dev.vertxmesh.discovery.kubernetes.SliceEntries.Candidate;
import dev.vertxmesh.discovery.kubernetes.SliceEntries.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The slices and Services that Kubernetes has, and the entries that they are. Of an object that
 * can't be understood what it said before stays. Not thread-safe.
 */
final class KnownObjects {

  private static final Pattern NAME = Pattern.compile("[a-z0-9.-]{1,253}");
  private static final int BYTES_A_SERVICE = 400;

  private static final class Slice {
    EndpointSlice told;
    String unread = "";
    String uncallable = "";
    Target target;
    boolean isNew = true;
    long weight;

    /** Of that, what its entries say that they serve. */
    long words;

    Map<String, Candidate> entries = Map.of();
  }

  private final List<Scope> scopes;
  private final PortChoice choice;
  private final long room;
  private final Map<String, Slice> slices = new HashMap<>();
  private final Map<String, ServiceWords> services = new HashMap<>();
  private final Map<String, String> broken = new HashMap<>();
  private KnownObjects before;
  private long weight;
  private boolean refused;

  /**
   * @param room bytes of heap that all of it may take
   * @param before what was known till now, until {@link #complete}; null for nothing
   */
  KnownObjects(List<Scope> scopes, PortChoice choice, long room, KnownObjects before) {
    this.scopes = scopes;
    this.choice = choice;
    this.room = room;
    this.before = before;
  }

  /** All has been listed. */
  void complete() {
    before = null;
  }

  /** Whether there is no slice at all. */
  boolean isEmpty() {
    return slices.isEmpty();
  }

  /**
   * Takes an object that is there.
   *
   * @return its version; null if it has none
   */
  String put(Scope scope, ResourceKind kind, ApiJson.Part object) {
    boolean isSlice = kind == ResourceKind.ENDPOINT_SLICES;
    String word = isSlice ? Scope.SERVICE_LABEL : ServiceWords.ANNOTATION;
    ApiJson.Meta meta = meta(object, word);
    if (!isNamed(meta)) {
      refused = true;
    } else if (isSlice) {
      putSlice(scope.namespace() + "/" + meta.name(), object, meta.words().get(word));
    } else if (scope.concerns(meta.name())) {
      putService(scope.namespace() + "/" + meta.name(), ServiceWords.of(meta));
    }
    return meta.version();
  }

  private static ApiJson.Meta meta(ApiJson.Part object, String word) {
    try {
      return ApiJson.meta(object, word);
    } catch (IllegalArgumentException e) {
      return new ApiJson.Meta(null, null, Map.of());
    }
  }

  /**
   * Forgets one that isn't there any more.
   *
   * @throws IllegalArgumentException if it can't be told which
   */
  String remove(Scope scope, ResourceKind kind, ApiJson.Part object) {
    ApiJson.Meta meta = ApiJson.meta(object, Scope.SERVICE_LABEL);
    String key = scope.namespace() + "/" + meta.name();
    if (kind == ResourceKind.SERVICES) {
      ServiceWords gone = services.remove(key); // its slices stay as they are until they go, too
      weight -= gone == null ? 0 : weight(gone);
      broken.remove(key);
    } else {
      Slice gone = slices.remove(key);
      weight -= gone == null ? 0 : gone.weight;
    }
    return meta.version();
  }

  private static boolean isNamed(ApiJson.Meta meta) {
    return meta.name() != null && NAME.matcher(meta.name()).matches();
  }

  private void putSlice(String key, ApiJson.Part object, String service) {
    Slice last =
        slices.containsKey(key) || before == null ? slices.get(key) : before.slices.get(key);
    Slice next = new Slice();
    next.told = last == null ? null : last.told;
    next.target = last == null ? null : last.target;
    try {
      if (service == null) {
        throw new IllegalArgumentException("it has no label " + Scope.SERVICE_LABEL);
      }
      next.told = EndpointSlice.read(object, service);
    } catch (IllegalArgumentException e) {
      next.unread = SafeText.of(e.getMessage());
    }
    next.weight = BYTES_A_SERVICE + key.length() + (next.told == null ? 0 : next.told.weight());
    Slice here = slices.get(key);
    long freed = here == null ? 0 : here.weight;
    if (weight - freed + next.weight > room) {
      refused = true;
    } else {
      weight += next.weight - freed;
      slices.put(key, next);
    }
  }

  private void putService(String key, ServiceWords words) {
    ServiceWords last =
        services.containsKey(key) || before == null ? services.get(key) : before.services.get(key);
    ServiceWords next = words.isBroken() && last != null ? last : words;
    ServiceWords here = services.get(key);
    long freed = here == null ? 0 : weight(here);
    if (weight - freed + weight(next) > room) {
      refused = true;
      return;
    }
    weight += weight(next) - freed;
    services.put(key, next);
    if (words.isBroken()) {
      broken.put(key, SafeText.of(words.problem()));
    } else {
      broken.remove(key);
    }
    if (!Objects.equals(next, here)) {
      slices.forEach((name, slice) -> slice.isNew |= serviceOf(name, slice).equals(key));
    }
  }

  private static long weight(ServiceWords words) {
    return BYTES_A_SERVICE + (long) BYTES_A_SERVICE * words.services().size();
  }

  private static String namespace(String key) {
    return key.substring(0, key.indexOf('/'));
  }

  private static String serviceOf(String key, Slice slice) {
    return slice.told == null ? "" : namespace(key) + "/" + slice.told.service();
  }

  /** What all of them say together: instances by their ids, and what can't be understood. */
  Map<String, String> entries() {
    Map<String, Candidate> best = new HashMap<>();
    Map<String, String> entries = new HashMap<>();
    slices.forEach(
        (key, slice) -> {
          read(key, slice);
          slice.entries.forEach((id, one) -> best.merge(id, one, Candidate::best));
          String why = slice.unread.isEmpty() ? slice.uncallable : slice.unread;
          if (!why.isEmpty()) {
            entries.put("EndpointSlice " + key, EndpointLayout.problem(why));
          }
        });
    best.forEach((id, one) -> entries.put(id, one.text()));
    broken.forEach((key, why) -> entries.put("Service " + key, EndpointLayout.problem(why)));
    for (Scope scope : scopes) {
      for (String name : scope.services()) {
        if (!services.containsKey(scope.namespace() + "/" + name)) {
          entries.put(
              "Service " + scope.namespace() + "/" + name,
              EndpointLayout.problem("there is no such Service"));
        }
      }
    }
    if (refused) {
      String why = "they have no name, or take more than " + room + " bytes together";
      entries.put("other objects", EndpointLayout.problem(why));
    }
    return entries;
  }

  private void read(String key, Slice slice) {
    if (!slice.isNew || slice.told == null) {
      return;
    }
    slice.isNew = false;
    slice.uncallable = "";
    if (slice.told.endpoints().isEmpty()) { // which has no ports either
      weigh(slice, 0);
      slice.entries = Map.of();
      return;
    }
    try {
      Target target = target(key, slice);
      expectRoom(slice, target);
      slice.target = target;
    } catch (IllegalArgumentException e) {
      slice.uncallable = SafeText.of(e.getMessage());
    }
    boolean isCalled = slice.target != null && hasRoom(slice, slice.target);
    weigh(slice, isCalled ? words(slice, slice.target) : 0);
    slice.entries = isCalled ? SliceEntries.of(slice.told, slice.target) : Map.of();
  }

  /** Each entry says all that is served there: one annotation is a lot in a thousand of them. */
  private static long words(Slice slice, Target target) {
    return slice.told.endpoints().size() * target.length();
  }

  private boolean hasRoom(Slice slice, Target target) {
    return weight - slice.words + words(slice, target) <= room;
  }

  private void expectRoom(Slice slice, Target target) {
    if (!hasRoom(slice, target)) {
      throw new IllegalArgumentException(
          "what its pods serve takes more than is left of " + room + " bytes");
    }
  }

  private void weigh(Slice slice, long words) {
    weight += words - slice.words;
    slice.weight += words - slice.words;
    slice.words = words;
  }

  private Target target(String key, Slice slice) {
    ServiceWords words = services.get(serviceOf(key, slice));
    if (words == null) {
      throw new IllegalArgumentException("its Service " + slice.told.service() + " isn't there");
    } else if (words.isBroken()) {
      throw new IllegalArgumentException("what its Service says can't be understood");
    }
    PortChoice.Chosen port = choice.of(slice.told.ports());
    if (port.protocol().equals(Protocol.MESH) && words.services().isEmpty()) {
      throw new IllegalArgumentException(
          "its pods have an agent, and the Service doesn't say what they serve, expected the"
              + " annotation %s: INTERFACE[:VERSION][@GROUP],…".formatted(ServiceWords.ANNOTATION));
    }
    return new Target(port, words.services());
  }
}
