package dev.vertxmesh.limits;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Networks;
import dev.vertxmesh.access.who.Who;
import dev.vertxmesh.yaml.FileStamps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the file says, read as a whole. Immutable, so that a call sees all of one or all of another;
 * what its rules have counted isn't.
 */
final class LimitsConfig {

  /** That of an agent without a file, or with one that has no limits. */
  static final LimitsConfig NONE = new LimitsConfig(List.of(), new Networks(), FileStamps.NONE);

  private static final LiveLimit[] NO_LIMITS = {};

  private final List<LiveLimit> limits;
  private final Networks networks;
  private final FileStamps stamps;
  private final Set<String> headers;

  /** Rules for one name or group, by it. */
  private final Map<String, List<LiveLimit>> named = new HashMap<>();

  /** Those that are for others, too. */
  private final List<LiveLimit> open = new ArrayList<>();

  LimitsConfig(List<LiveLimit> limits, Networks networks, FileStamps stamps) {
    this.limits = List.copyOf(limits);
    this.networks = networks;
    this.stamps = stamps;
    this.headers =
        limits.stream()
            .flatMap(limit -> limit.rule().headerNames())
            .collect(Collectors.toUnmodifiableSet());
    limits.forEach(this::add);
  }

  private void add(LiveLimit limit) {
    List<Who> who = limit.rule().who();
    if (isOpen(who)) {
      open.add(limit);
    } else {
      who.forEach(each -> named.computeIfAbsent(each.key(), any -> new ArrayList<>(1)).add(limit));
    }
  }

  /** Whether a rule can't be found by a name or a group. */
  static boolean isOpen(List<Who> who) {
    return who.stream()
        .anyMatch(each -> each.type() != Who.Type.NAME && each.type() != Who.Type.GROUP);
  }

  boolean isEmpty() {
    return limits.isEmpty();
  }

  List<LiveLimit> limits() {
    return limits;
  }

  /** Headers that rules look at, in lower case. */
  Set<String> headers() {
    return headers;
  }

  /** Whether it matters where a caller is. */
  boolean hasNetworks() {
    return !networks.isEmpty();
  }

  long networksOf(String host) {
    return networks.of(host);
  }

  /** All that are about calls of somebody, whatever these say in headers. */
  LiveLimit[] about(Identity identity, long ofNetworks, String service, String method) {
    Set<LiveLimit> found = new LinkedHashSet<>();
    List<List<LiveLimit>> asked = new ArrayList<>();
    asked.add(open);
    asked.add(named.getOrDefault(identity.toString(), List.of()));
    identity.groups().forEach(one -> asked.add(named.getOrDefault(Who.GROUP + one, List.of())));
    for (List<LiveLimit> some : asked) {
      for (LiveLimit limit : some) {
        if (limit.rule().isFor(identity, ofNetworks, service, method)) {
          found.add(limit);
        }
      }
    }
    return found.toArray(NO_LIMITS);
  }

  FileStamps stamps() {
    return stamps;
  }
}
