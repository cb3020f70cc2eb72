package dev.vertxmesh.link;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.frame.Define;
import dev.vertxmesh.frame.Definitions;
import dev.vertxmesh.frame.FrameException;
import dev.vertxmesh.frame.LinkError;
import dev.vertxmesh.link.setup.Quota;

/** The targets that a link's caller has named, charged for what they weigh in the heap. */
final class NamedTargets {

  /** A target, its service and their five strings without characters, on a 64-bit JVM. */
  private static final int BYTES_A_TARGET = 320;

  private final Definitions<Target> definitions;
  private final Quota quota;
  private long charged;

  NamedTargets(int capacity, Quota quota) {
    this.definitions = new Definitions<>(capacity);
    this.quota = quota;
  }

  /**
   * @throws FrameException for names over what one link or all links may have
   */
  void define(Define define) {
    ServiceKey service = new ServiceKey(define.interfaceName(), define.group(), define.version());
    Target target = new Target(service, define.method(), define.descriptor());
    definitions.define(define.index(), define.length(), target);
    charge(definitions.bytes() + (long) BYTES_A_TARGET * definitions.size());
  }

  private void charge(long weight) {
    if (weight > charged && !quota.take(weight - charged)) {
      throw new FrameException(
          LinkError.LIMIT,
          "the names in the dictionaries of all links take %d bytes, expected at most %d"
              .formatted(quota.taken(), quota.most()));
    }
    quota.give(Math.max(0, charged - weight));
    charged = weight;
  }

  /**
   * @throws FrameException for a number that was never defined
   */
  Target get(int index) {
    return definitions.get(index);
  }

  /** The link is gone. */
  void release() {
    quota.give(charged);
    charged = 0;
  }
}
