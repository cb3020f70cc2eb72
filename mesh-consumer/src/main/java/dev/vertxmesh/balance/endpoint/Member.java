package dev.vertxmesh.balance.endpoint;

import dev.vertxmesh.call.TriedEndpoint;
import dev.vertxmesh.picker.Candidate;

/**
 * An endpoint among those of a service, with what is known of it. Belongs to one event loop; stays
 * the same for as long as the endpoint is registered.
 */
public final class Member implements TriedEndpoint, Candidate {

  private final Endpoint endpoint;
  private final EndpointStats stats = new EndpointStats();
  private final Ejection ejection = new Ejection();
  private final long knownSince;
  private final long startedAtMillis;
  private double weight;
  private double capacity;
  private int configured;
  private boolean ejected;
  private boolean passedOver;

  /**
   * @param now in nanoseconds
   */
  public Member(Endpoint endpoint, long now) {
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

  public Ejection ejection() {
    return ejection;
  }

  /** Whether another process is there by now. */
  public boolean isRestarted() {
    return endpoint.startedAtMillis() != startedAtMillis;
  }

  /** Since when this consumer knows of it, in nanoseconds. */
  public long knownSince() {
    return knownSince;
  }

  /** What a rule has it weigh instead of what the registry says; 0 if none does. */
  public void configured(int ruled) {
    configured = ruled;
  }

  /** As a rule says, or else the registry. */
  public int registeredWeight() {
    return configured > 0 ? configured : endpoint.weight();
  }

  /** What its share of the calls comes from, next to the others'; above 0. */
  @Override
  public double weight() {
    return weight;
  }

  public void weight(double share) {
    weight = share;
  }

  /** What its share of the calls in flight comes from, next to the others'; above 0. */
  public double capacity() {
    return capacity;
  }

  public void capacity(double share) {
    capacity = share;
  }

  /** Whether it's ejected, and that counts. */
  public void ejected(boolean isEjected) {
    ejected = isEjected;
  }

  @Override
  public String key() {
    return endpoint.key();
  }

  @Override
  public void passedOver(boolean isPassedOver) {
    passedOver = isPassedOver;
  }

  @Override
  public String address() {
    return key();
  }

  @Override
  public int inFlight() {
    return stats.inFlight();
  }

  @Override
  public double latencyNanos() {
    return stats.latencyNanos();
  }

  @Override
  public boolean isUsable() {
    return !ejected && isBetterThanNone();
  }

  /** Usable, or ejected and nothing else. */
  public boolean isBetterThanNone() {
    return !passedOver && endpoint.isOpen();
  }

  @Override
  public String toString() {
    return endpoint.key();
  }
}
