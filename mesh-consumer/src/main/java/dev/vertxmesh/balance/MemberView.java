package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Ejection;
import dev.vertxmesh.balance.endpoint.Member;
import java.util.concurrent.TimeUnit;

/**
 * What is known of an endpoint of a service at a moment.
 *
 * @param share the part of the service's calls that is meant for it, 0 to 1; 0 while it can't be
 *     called or is left out
 * @param success the part of its latest calls that it answered, 0 to 1
 * @param serviceMicros how long it has a call on average; 0 before the first
 * @param ejected whether it's left out
 * @param why the reason, for a person to read; empty if it isn't
 * @param leftMillis how long it's still left out; 0 when a call may try it
 */
public record MemberView(
    String endpoint,
    double share,
    double success,
    long serviceMicros,
    boolean ejected,
    String why,
    long leftMillis) {

  static MemberView of(Member member, double weights, long now) {
    Ejection ejection = member.ejection();
    long left =
        ejection.isEjected() && !ejection.isProbing() ? Math.max(0, ejection.until() - now) : 0;
    return new MemberView(
        member.endpoint().key(),
        member.isUsable() ? member.weight() / weights : 0,
        member.stats().success(),
        Math.round(member.stats().serviceNanos() / 1e3),
        ejection.isEjected(),
        ejection.why(),
        TimeUnit.NANOSECONDS.toMillis(left));
  }
}
