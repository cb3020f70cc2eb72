package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.request.RequestEncoder;
import dev.vertxmesh.bridge.dubbo.values.Utf8Json;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.Serialization;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Puts calls by what the registry tells of their service, where nobody else tells more: calls that
 * leave it to the agent how they're put, of a method that the definition has as the provider has it
 * too. An object that says its own class is left to the provider, which may know classes that no
 * definition mentions. For one event loop.
 */
public final class DefinedEncoders implements Function<Call, RequestEncoder> {

  /** What the definitions may weigh by which encoders are kept: a 64th of the heap. */
  private static final long MOST_KEPT = Runtime.getRuntime().maxMemory() / 64;

  private record Known(DefinedTypes types, RequestEncoder encoder, Map<String, Boolean> agreed) {}

  private final RequestEncoder base;
  private final Function<ServiceKey, ServiceTypes> registry;
  private final Supplier<Exports> exports;
  private final LinkedHashMap<ServiceKey, Known> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long weight;
  private Exports last;

  /**
   * @param base puts all other calls
   * @param registry null for what it says nothing of
   * @param exports what the provider itself says
   */
  public DefinedEncoders(
      RequestEncoder base, Function<ServiceKey, ServiceTypes> registry, Supplier<Exports> exports) {
    this.base = base;
    this.registry = registry;
    this.exports = exports;
  }

  /** Null for those of which nothing better is known. */
  @Override
  public RequestEncoder apply(Call call) {
    Target target = call.target();
    ServiceKey service = target.service();
    boolean isOpen =
        !call.encoding().isDubboBody()
            && call.options().generic() == GenericMode.AUTO
            && base.serialization() == Serialization.HESSIAN2
            && base.classes().get(service.interfaceName()) == null;
    if (!isOpen || !(registry.apply(service) instanceof DefinedTypes types)) {
      return null;
    }
    Known known = known(service, types);
    return has(known, target) && !isOpen(call, types.open(target.method())) ? known.encoder : null;
  }

  private boolean has(Known known, Target target) {
    Exports told = exports.get();
    if (told != last) {
      last = told;
      kept.values().forEach(one -> one.agreed.clear());
    }
    String method = target.method();
    boolean isThere =
        known.types.has(method)
            && (!target.typesAreKnown()
                || known.types.of(target.service(), method).stream()
                    .anyMatch(one -> one.descriptor().equals(target.descriptor())));
    return isThere
        && known.agreed.computeIfAbsent(
            method, name -> known.types.agrees(name, told.methods(target.service(), name)));
  }

  private Known known(ServiceKey service, DefinedTypes types) {
    Known known = kept.get(service);
    if (known == null || known.types != types) {
      weight -= known == null ? 0 : known.types.weight();
      known = new Known(types, base.with(types, types.classes()), new HashMap<>());
      kept.put(service, known);
      weight += types.weight();
      Iterator<Known> eldest = kept.values().iterator();
      while (weight > MOST_KEPT && kept.size() > 1) {
        weight -= eldest.next().types.weight();
        eldest.remove();
      }
    }
    return known;
  }

  /** Whether an object in it says its class, or has a field that may be anything. */
  private static boolean isOpen(Call call, Set<String> open) {
    Utf8Json json = new Utf8Json(call.payload());
    return call.encoding() == Encoding.JSON
        ? json.saysClasses() || json.hasMember(open)
        : json.mayBeStructure();
  }
}
