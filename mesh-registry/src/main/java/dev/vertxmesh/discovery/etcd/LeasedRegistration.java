package dev.vertxmesh.discovery.etcd;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.AsyncResult;
import io.vertx.core.Promise;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An instance that is kept announced: what the agent says about it, what is to stand in the store,
 * and who waits for what. Knows no store and no clock.
 */
final class LeasedRegistration {

  private static final Logger LOG = System.getLogger(LeasedRegistration.class.getName());

  private final Layout layout;
  private final String name;
  private final List<Promise<Void>> waiting = new ArrayList<>();
  private final List<Promise<Void>> leaving = new ArrayList<>();
  private Instance own;
  private Instance effective;
  private boolean dirty = true;

  LeasedRegistration(Layout layout, Instance own) {
    this.layout = layout;
    this.name = layout.name(own);
    this.own = own;
    this.effective = own;
  }

  String id() {
    return own.id();
  }

  /** Under which it stands in the store; never another. */
  String name() {
    return name;
  }

  /** The agent's words and a person's. */
  Instance effective() {
    return effective;
  }

  /** What is to stand in the store. */
  String value(long grant) {
    return layout.value(effective, grant);
  }

  /** Whether a person has made something else of what the agent says. */
  boolean isEdited() {
    return !effective.equals(own);
  }

  /**
   * The agent says something about it. If it was about to leave, it doesn't any more.
   *
   * @param written completes when it's in the store
   */
  void say(Instance instance, Promise<Void> written) {
    effective = ManualEdits.merge(own, effective, instance);
    own = instance;
    dirty = true;
    waiting.add(written);
    leaving.forEach(Promise::tryComplete);
    leaving.clear();
  }

  /** Nobody waits for that any more. */
  void forget(Promise<Void> written) {
    waiting.remove(written);
  }

  /** Whether the store has something else, or nothing, as far as is known. */
  boolean isDirty() {
    return dirty;
  }

  /** The store may have nothing. */
  void markDirty() {
    dirty = true;
  }

  /**
   * It's being written.
   *
   * @return who waits for that, to be handed to {@link #written} when it's done
   */
  List<Promise<Void>> writing() {
    dirty = false;
    return List.copyOf(waiting);
  }

  void written(List<Promise<Void>> waited) {
    waiting.removeAll(waited);
    waited.forEach(Promise::tryComplete);
  }

  boolean isLeaving() {
    return !leaving.isEmpty();
  }

  /**
   * @param gone completes when others have been told
   */
  void leave(Promise<Void> gone) {
    leaving.add(gone);
  }

  void left(AsyncResult<Void> told, RegistryFailure ofWhoWaits) {
    waiting.forEach(promise -> promise.tryFail(ofWhoWaits));
    leaving.forEach(
        promise -> {
          if (told.succeeded()) {
            promise.tryComplete();
          } else {
            promise.tryFail(told.cause());
          }
        });
  }

  /**
   * Takes what a person has changed, by {@link ManualEdits}' rule, and sees what is to be put
   * right.
   *
   * @param held null if there is nothing under its name
   */
  void compare(KeyStore.Held held) {
    Optional<Instance> found =
        held == null ? Optional.empty() : layout.reread(effective, held.value());
    if (found.isPresent() && !dirty) {
      adopt(ManualEdits.merge(own, found.get(), own));
    }
    dirty |= held == null || !held.leased() || !found.equals(Optional.of(effective));
  }

  private void adopt(Instance merged) {
    if (!merged.equals(effective)) {
      LOG.log(
          Level.INFO,
          "the entry {0} was changed by hand: weight {1}, tags {2}",
          merged.id(),
          String.valueOf(merged.weight()),
          merged.tags());
      effective = merged;
    }
  }
}
