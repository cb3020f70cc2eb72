package dev.vertxmesh.balance;

/**
 * When an endpoint is taken for sick.
 *
 * @param failures so many in a row; 0 for never
 * @param failingPart so much more of its calls fail than twice the part of its peers', 0 to 1; 0
 *     for never
 * @param slowTimes so many times slower than the usual, from 1; 0 for never
 * @param baseMillis how long it's left out the first time, from 1
 * @param mostPart the part of a service's endpoints that may be left out, 0 to 1; one of several
 *     always may, unless this is 0
 */
public record EjectionOptions(
    int failures, double failingPart, double slowTimes, long baseMillis, double mostPart) {

  public static final EjectionOptions DEFAULT = new EjectionOptions(5, 0.2, 20, 5_000, 0.5);

  public static final EjectionOptions NEVER = new EjectionOptions(0, 0, 0, 1, 0);
}
