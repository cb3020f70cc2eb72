package dev.vertxmesh.balance;

import dev.vertxmesh.call.TriedEndpoint;

/**
 * An endpoint among those of a service, with what is known of it. Belongs to one event loop; stays
 * the same for as long as the endpoint is registered.
 */
public final class Member implements TriedEndpoint {

  private final Endpoint endpoint;
  private final EndpointStats stats = new EndpointStats();
  private final Ejection ejection = new Ejection();
  private final long knownSince;
  private final long startedAtMillis;
  private double weight;
  private double capacity;
  private boolean shunned;
  private boolean passedOver;

  /**
   * @param now in nanoseconds
   */
  Member(Endpoint endpoint, long now) {
    this.endpoint = endpoint;
    this.knownSince = now;
    this.startedAtMillis = endpoint.startedAtMillis();
    this.weight = endpoint.weight();
    this.capacity = endpoint.weight();
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  public EndpointStats stats() {
    return stats;
  }

  Ejection ejection() {
    return ejection;
  }

  /** Whether another process is there by now. */
  boolean isRestarted() {
    return endpoint.startedAtMillis() != startedAtMillis;
  }

  /** Since when this consumer knows of it, in nanoseconds. */
  long knownSince() {
    return knownSince;
  }

  /** What its share of the calls comes from, next to the others'; above 0. */
  public double weight() {
    return weight;
  }

  void weight(double share) {
    weight = share;
  }

  /** What its share of the calls in flight comes from, next to the others'; above 0. */
  double capacity() {
    return capacity;
  }

  void capacity(double share) {
    capacity = share;
  }

  /** Whether it's ejected, and that counts. */
  void shunned(boolean isShunned) {
    shunned = isShunned;
  }

  @Override
  public String key() {
    return endpoint.key();
  }

  @Override
  public void passedOver(boolean isPassedOver) {
    passedOver = isPassedOver;
  }

  boolean isUsable() {
    return !shunned && isBetterThanNone();
  }

  /** Usable, or ejected and nothing else. */
  boolean isBetterThanNone() {
    return !passedOver && endpoint.isOpen();
  }

  @Override
  public String toString() {
    return endpoint.key();
  }
}
