package dev.vertxmesh.discovery.file;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Looks at a folder that others ask for: one at a time, and one more for all who asked meanwhile.
 * The one that is under way wouldn't do for them, as it may have passed what they ask for. So a
 * look that hangs keeps one thread, however many ask. Any thread may ask.
 */
final class Looks {

  private final Supplier<Future<Void>> look;
  private List<Promise<Void>> waiting = new ArrayList<>();
  private boolean isLooking;

  /**
   * @param look looks once; completes when it has ended, well or not
   */
  Looks(Supplier<Future<Void>> look) {
    this.look = look;
  }

  /**
   * @param told completed after a look that began later than this; one who doesn't wait any longer
   *     may complete it before
   */
  void ask(Promise<Void> told) {
    synchronized (this) {
      forgetWhoLeft();
      waiting.add(told);
      if (isLooking) {
        return;
      }
      isLooking = true;
    }
    lookOn();
  }

  /** A look that never ends would have them pile up. */
  private void forgetWhoLeft() {
    waiting.removeIf(one -> one.future().isComplete());
  }

  private void lookOn() {
    List<Promise<Void>> asking = taken();
    if (!asking.isEmpty()) {
      look.get()
          .onComplete(
              done -> {
                asking.forEach(Promise::tryComplete);
                lookOn();
              });
    }
  }

  private synchronized List<Promise<Void>> taken() {
    forgetWhoLeft();
    List<Promise<Void>> asking = waiting;
    waiting = new ArrayList<>();
    isLooking = !asking.isEmpty();
    return asking;
  }
}
