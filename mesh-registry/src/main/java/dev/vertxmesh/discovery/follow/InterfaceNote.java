package dev.vertxmesh.discovery.follow;

import dev.vertxmesh.discovery.etcd.SkippedEntries;
import java.util.stream.Stream;

/**
 * What a person is told of an interface that is followed.
 *
 * @param isRead whether all was told that the registry has, or nothing can be
 * @param untold why somebody may serve it of whom nothing is known though it was; empty if all is
 * @param skipped how many of its entries are skipped, and why one of them is; empty if none is
 */
record InterfaceNote(boolean isRead, String untold, String skipped) {

  /** Nothing is known yet. */
  static final InterfaceNote UNREAD = new InterfaceNote(false, "", "");

  private static final InterfaceNote ALL_WELL = new InterfaceNote(true, "", "");

  /** As things are now. */
  static InterfaceNote of(FollowedInterface one) {
    boolean isRead = one.isSettled();
    String untold = isRead ? untoldOf(one) : "";
    String skipped = skippedOf(one);
    if (!untold.isEmpty() || !skipped.isEmpty()) {
      return new InterfaceNote(isRead, untold, skipped);
    }
    return isRead ? ALL_WELL : UNREAD;
  }

  /** Of one that all is known of that can be. */
  private static String untoldOf(FollowedInterface one) {
    if (one.isCut()) {
      return "there's no room for all who serve " + one.name();
    }
    return first(
        Stream.concat(
            Stream.of(one.problems().anyReason()),
            one.applications().stream().map(FollowedApplication::whyUntold)));
  }

  private static String first(Stream<String> reasons) {
    return reasons.filter(why -> !why.isEmpty()).findFirst().orElse("");
  }

  /** At both levels. */
  private static String skippedOf(FollowedInterface one) {
    int count = all(one).mapToInt(SkippedEntries::size).sum();
    if (count == 0) {
      return "";
    }
    String least = all(one).anyMatch(SkippedEntries::isMore) ? "at least " : "";
    String entries = count == 1 ? "1 entry of it is" : count + " entries of it are";
    String reason = first(all(one).map(SkippedEntries::anyReason));
    return "%s%s skipped: %s".formatted(least, entries, reason);
  }

  private static Stream<SkippedEntries> all(FollowedInterface one) {
    return Stream.concat(
        Stream.of(one.providers().skipped(), one.problems()),
        one.applications().stream()
            .flatMap(some -> Stream.of(some.entries().skipped(), some.problems())));
  }
}
