package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.bridge.dubbo.values.TypedValues;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Target;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The shapes of the targets that are called, each made once for as long as nothing else is told.
 */
final class Shapes {

  /** Bounded, because callers choose the targets. */
  private static final int MAX_KEPT = 1024;

  private final ToldSignatures signatures;
  private final TypedValues typed;
  private final Runnable onTold;

  private final Map<Target, Shape> kept =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Target, Shape> eldest) {
          return size() > MAX_KEPT;
        }
      };

  private Exports last;

  /**
   * @param onTold run when the provider has told something else than before
   */
  Shapes(ToldSignatures signatures, TypedValues typed, Runnable onTold) {
    this.signatures = signatures;
    this.typed = typed;
    this.onTold = onTold;
  }

  /**
   * Of the method that the call means.
   *
   * @throws BadArgument if that's not clear
   */
  Shape of(Call call) {
    Shape shape = of(call.target());
    return shape.overloads() == null
        ? shape
        : of(shape.overloads().chosen(call)); // its types are known, so there it ends
  }

  void clear() {
    kept.clear();
  }

  private Shape of(Target target) {
    Exports told = signatures.told();
    if (told != last) {
      last = told;
      kept.clear();
      onTold.run();
    }
    Shape shape = kept.get(target);
    if (shape == null) {
      shape = new Shape(target, known(target));
      kept.put(target, shape);
    }
    return shape;
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
