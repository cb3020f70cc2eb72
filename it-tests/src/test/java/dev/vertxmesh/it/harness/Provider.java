package dev.vertxmesh.it.harness;

import java.util.ArrayList;
import java.util.List;

/**
 * A Dubbo provider that is wanted, and what the agent beside it is told.
 *
 * @param release of Dubbo
 * @param threads of its pool, which has no queue
 * @param delayMillis how long each {@code hash} takes
 * @param group empty for none
 * @param version empty for none
 * @param agentFlags more flags for the agent
 */
public record Provider(
    String release,
    int threads,
    int delayMillis,
    String group,
    String version,
    List<String> agentFlags) {

  public static Provider dubbo(String release) {
    return new Provider(release, 200, 0, "", "", List.of());
  }

  public Provider threads(int count) {
    return new Provider(release, count, delayMillis, group, version, agentFlags);
  }

  public Provider delayMillis(int millis) {
    return new Provider(release, threads, millis, group, version, agentFlags);
  }

  public Provider group(String name) {
    return new Provider(release, threads, delayMillis, name, version, agentFlags);
  }

  public Provider version(String name) {
    return new Provider(release, threads, delayMillis, group, name, agentFlags);
  }

  public Provider weight(int weight) {
    return agent("--weight", "" + weight);
  }

  public Provider limit(int calls) {
    return agent("--limit", "" + calls);
  }

  /** With the samples' API, from their jar. */
  public Provider api() {
    return agent("--api", Jars.api());
  }

  private Provider agent(String... flags) {
    List<String> all = new ArrayList<>(agentFlags);
    all.addAll(List.of(flags));
    return new Provider(release, threads, delayMillis, group, version, all);
  }

  /** The samples' services as the agent is told them. */
  List<String> services() {
    return List.of(service(Samples.HELLO), service(Samples.USERS));
  }

  private String service(String name) {
    return name + (version.isEmpty() ? "" : ":" + version) + (group.isEmpty() ? "" : "@" + group);
  }
}
