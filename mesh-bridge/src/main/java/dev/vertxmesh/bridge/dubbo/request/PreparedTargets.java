package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Target;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/**
 * The shapes of the targets that are called, each made once for as long as nothing else is told.
 */
final class PreparedTargets {

  /** What all of them may weigh, because callers choose the targets: a 64th of the heap. */
  private static final long MOST_KEPT = Runtime.getRuntime().maxMemory() / 64;

  /** One that weighs more than such a part of all isn't kept. */
  private static final int LEAST_KEPT = 16;

  private final MergedSignatures signatures;
  private final TypedValues typed;
  private final Runnable onTold;

  private final LinkedHashMap<Target, PreparedTarget> kept = new LinkedHashMap<>(64, 0.75f, true);
  private long weight;
  private Exports last;

  /**
   * @param onTold run when the provider has told something else than before
   */
  PreparedTargets(MergedSignatures signatures, TypedValues typed, Runnable onTold) {
    this.signatures = signatures;
    this.typed = typed;
    this.onTold = onTold;
  }

  /**
   * Of the method that the call means.
   *
   * @throws BadArgument if that's not clear
   */
  PreparedTarget of(Call call) {
    PreparedTarget shape = of(call.target());
    return shape.overloads() == null
        ? shape
        : of(shape.overloads().chosen(call)); // its types are known, so there it ends
  }

  /** Whether nothing is known of the methods that the target may mean. */
  boolean isUnknown(Target target) {
    PreparedTarget shape = of(target);
    return shape.descriptor() == null && shape.overloads() == null;
  }

  /** More is known of it now. */
  void drop(Target target) {
    PreparedTarget dropped = kept.remove(target);
    weight -= dropped == null ? 0 : dropped.weight();
  }

  void clear() {
    kept.clear();
    weight = 0;
  }

  private PreparedTarget of(Target target) {
    Exports told = signatures.told();
    if (told != last) {
      last = told;
      clear();
      onTold.run();
    }
    PreparedTarget shape = kept.get(target);
    if (shape == null) {
      shape = new PreparedTarget(target, known(target), typed);
      keep(target, shape);
    }
    return shape;
  }

  private void keep(Target target, PreparedTarget shape) {
    if (shape.weight() > MOST_KEPT / LEAST_KEPT) {
      return;
    }
    kept.put(target, shape);
    weight += shape.weight();
    Iterator<PreparedTarget> eldest = kept.values().iterator();
    while (weight > MOST_KEPT) {
      weight -= eldest.next().weight();
      eldest.remove();
    }
  }

  /** What is known of the methods that the target may mean. */
  private List<Descriptor> known(Target target) {
    List<Signature> named = signatures.of(target.service(), target.method());
    if (!target.typesAreKnown()) {
      return named.stream().map(signature -> Descriptor.of(signature, typed)).toList();
    }
    return named.stream()
        .filter(signature -> signature.descriptor().equals(target.descriptor()))
        .map(signature -> Descriptor.of(signature, typed))
        .findFirst()
        .or(() -> Optional.of(Descriptor.parse(target.descriptor())))
        .stream()
        .toList();
  }
}
