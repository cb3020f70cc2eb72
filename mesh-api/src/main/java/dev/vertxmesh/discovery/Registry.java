package dev.vertxmesh.discovery;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.backend.ServiceTypes;
import dev.vertxmesh.call.ServiceKey;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Knows who is where. May be called on any thread; never blocks.
 *
 * <p>What it can't do fails with a {@link RegistryFailure}. Once a watch has begun it doesn't end
 * because the registry can't be reached: the last known snapshot stays, and {@link #ageMillis()}
 * grows.
 */
public interface Registry {

  /** Of how many skipped entries it's told at a time why they are. */
  int MOST_SKIPPED_TOLD = 20;

  /**
   * Sees whether instances can be announced at all, for who has nothing to announce yet: what a
   * person has to put right fails. That it can't be reached now is no such thing.
   */
  default Future<Void> check() {
    return Future.succeededFuture();
  }

  /**
   * Makes an instance known, and keeps it known until it is withdrawn or its process ends. Fails
   * with an {@link IllegalArgumentException} if the registry has no way to write it.
   */
  Future<Registration> announce(Instance instance);

  /**
   * Watches all instances. The future completes once the listener has been given the first full
   * snapshot; from then on it is given another whenever something changed. Where it fails because
   * the registry can't be reached, the listener is told all the same once it can be.
   *
   * @param listener gets immutable lists in the order of their ids, on the context that this method
   *     was called on
   */
  Future<Void> watch(Consumer<List<Instance>> listener);

  /**
   * Has what is watched catch up with what others had announced before this was asked, as far as
   * that can be found out in a moment: for who is about to say that somebody isn't there.
   *
   * @return completes on the context that this method was called on, after the listeners of that
   *     event loop were told; never fails
   */
  default Future<Void> catchUp() {
    return Future.succeededFuture();
  }

  /**
   * Whether it tells only of those who serve a service that is {@link #follow followed}: there may
   * be far too many others.
   */
  default boolean isSelective() {
    return false;
  }

  /**
   * A service is called, or about to be: has who serves it be told from now on, until this hasn't
   * been said for an hour. Of one that tells of all anyway nothing needs to be said. If too many
   * others are followed, it isn't, and {@link #unasked} says so.
   *
   * @return completes on the context that this method was called on, after the listeners of that
   *     event loop were told who serves it, as far as that can be found out; never fails
   */
  default Future<Void> follow(ServiceKey service) {
    return Future.succeededFuture();
  }

  /**
   * Has those be told from now on who serve certain interfaces, whether or not these are called.
   *
   * @param patterns of their names, in which a star stands for any characters
   * @throws IllegalArgumentException naming one that is none
   */
  default void followAlways(List<String> patterns) {}

  /**
   * Its instances, where they are written down once and never change, so that an agent which can't
   * call one needn't start. Empty where they come and go.
   */
  default List<Instance> fixed() {
    return List.of();
  }

  /** What of it is written in the agents' own layout: all, unless it reads {@link #dubbo()} too. */
  default Registry own() {
    return this;
  }

  /**
   * What of it is written in Dubbo's own layout, where Dubbo's own consumers look: an instance that
   * is announced there serves one service. Empty where there's no such place.
   */
  default Optional<Registry> dubbo() {
    return Optional.empty();
  }

  /**
   * What it tells of the methods and types of a service that is followed, as one of its providers
   * has it. Fast, and another object whenever it tells something else.
   *
   * @return null if nothing is known
   */
  default ServiceTypes types(Instance provider, ServiceKey service) {
    return null;
  }

  /**
   * Has the methods and types of these services read from now on as an application's providers have
   * written them, whether or not anybody is followed: for who stands before one of them. {@link
   * #types} tells them; of those that were named before and aren't any more it doesn't.
   *
   * @param application as its providers have registered themselves
   */
  default void followTypes(String application, Collection<ServiceKey> services) {}

  /**
   * Has Dubbo's routing rules told that it has for services that are followed, for their providers'
   * applications, and for the one that calls; whenever one has changed. That none has changed since
   * it couldn't be reached is nothing to tell.
   *
   * @param application the one that calls
   * @param listener gets all texts by the rules' names, such as {@code shop.tag-router}; on any
   *     thread, one call at a time
   * @return completes on any thread once the listener has got the rules that don't depend on what
   *     is called, even if there are none, or after a second; empty if it has no place for rules
   */
  default Optional<Future<Void>> followRules(
      String application, Consumer<Map<String, String>> listener) {
    return Optional.empty();
  }

  /** Those that it's made of, where it's several at once; empty where it's one. */
  default List<Registry> parts() {
    return List.of();
  }

  /** Which of its {@link #parts()} tell of an address now, each as it describes itself. */
  default List<String> tellers(HostPort address) {
    return List.of();
  }

  /** What and where it is, for a person to read; without anything secret. */
  String describe();

  /** Milliseconds since what is known was last seen to be right. */
  long ageMillis();

  /**
   * Whether what is known can't be told to be right now: it's what was known last, or from before
   * this process began.
   */
  default boolean stale() {
    return false;
  }

  /** What is the matter with it, for a person to read; empty when nothing is. */
  default String problem() {
    return "";
  }

  /**
   * Why it can't be told now whether somebody serves a service of whom nothing is known, for a
   * person: the registry can't be asked, hasn't answered yet, or what it has can't all be read.
   * Empty if it can. Fast.
   */
  default String unasked(ServiceKey service) {
    return stale() ? "the registry %s can't be asked: %s".formatted(describe(), problem()) : "";
  }

  /**
   * How many entries of those who serve a service are skipped, and why, for a person; empty if none
   * is that is known of. Fast.
   */
  default String skipped(ServiceKey service) {
    return "";
  }

  /**
   * Why entries are skipped, for a person, by their names, or by the interface that they are of: of
   * {@value #MOST_SKIPPED_TOLD} at most. Fast.
   */
  default Map<String, String> skippedEntries() {
    return Map.of();
  }

  /** How many instances are known. */
  int size();

  /** How many entries are skipped now because they can't be understood. */
  int malformed();

  /** Withdraws what was announced, ends every watch, and leaves no thread behind. */
  Future<Void> close();
}
