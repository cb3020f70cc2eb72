package dev.vertxmesh.discovery.several;

import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.discovery.RegistryFailure;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** One who watches several registries. Belongs to one context, on which all of them tell. */
final class MergingWatch {

  /** How long those that have answered wait at first for those that haven't. */
  static final long PATIENCE_MILLIS = 3_000;

  private final List<Registry> parts;
  private final Consumer<MergedInstances> listener;
  private final Consumer<List<Registry>> absence;
  private final BiConsumer<Long, Runnable> timer;
  private final Promise<Void> first;
  private final List<List<Instance>> told;
  private final List<String> failures = new ArrayList<>();
  private boolean isPatient = true;
  private MergedInstances last;

  /**
   * @param absence told those that haven't answered where the others go on without
   * @param timer runs something after so many milliseconds
   * @param first completed with the first snapshot; fails if nobody can tell one
   */
  MergingWatch(
      List<Registry> parts,
      Consumer<MergedInstances> listener,
      Consumer<List<Registry>> absence,
      BiConsumer<Long, Runnable> timer,
      Promise<Void> first) {
    this.parts = parts;
    this.listener = listener;
    this.absence = absence;
    this.timer = timer;
    this.first = first;
    this.told = new ArrayList<>(Collections.nCopies(parts.size(), null));
  }

  void begin() {
    for (int i = 0; i < parts.size(); i++) {
      int place = i;
      parts
          .get(i)
          .watch(instances -> onInstances(place, instances))
          .onFailure(e -> onFailure(parts.get(place), e));
    }
  }

  private void onInstances(int place, List<Instance> instances) {
    if (isPatient && told.stream().allMatch(list -> list == null)) {
      timer.accept(PATIENCE_MILLIS, this::onPatienceEnded);
    }
    told.set(place, instances);
    tell();
  }

  /** It tells all the same once it can be reached: a watch goes on. */
  private void onFailure(Registry part, Throwable cause) {
    failures.add(part.describe() + ": " + cause.getMessage());
    if (failures.size() == parts.size()) {
      first.tryFail(new RegistryFailure(String.join("; ", failures), null));
    } else {
      tell();
    }
  }

  private void onPatienceEnded() {
    isPatient = false;
    tell();
  }

  private void tell() {
    long silent = told.stream().filter(list -> list == null).count();
    boolean isWaiting = isPatient && silent > failures.size();
    if (silent == parts.size() || isWaiting) {
      return;
    }
    MergedInstances merged = MergedInstances.of(told);
    boolean isFirst = last == null;
    if (merged.equals(last)) {
      return;
    }
    last = merged;
    if (isFirst && silent > 0) {
      absence.accept(silentOnes());
    }
    listener.accept(merged);
    first.tryComplete();
  }

  private List<Registry> silentOnes() {
    return parts.stream().filter(part -> told.get(parts.indexOf(part)) == null).toList();
  }
}
