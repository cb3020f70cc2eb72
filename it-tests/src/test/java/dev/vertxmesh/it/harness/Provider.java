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
 * @param named whether the agent is told what it serves
 * @param dubboFlags more flags for the provider itself
 * @param agentFlags more flags for the agent
 */
public record Provider(
    String release,
    int threads,
    int delayMillis,
    String group,
    String version,
    boolean named,
    List<String> dubboFlags,
    List<String> agentFlags) {

  public static Provider dubbo(String release) {
    return new Provider(release, 200, 0, "", "", true, List.of(), List.of());
  }

  public Provider threads(int count) {
    return new Provider(release, count, delayMillis, group, version, named, dubboFlags, agentFlags);
  }

  public Provider delayMillis(int millis) {
    return new Provider(release, threads, millis, group, version, named, dubboFlags, agentFlags);
  }

  public Provider group(String name) {
    return new Provider(
        release, threads, delayMillis, name, version, named, dubboFlags, agentFlags);
  }

  public Provider version(String name) {
    return new Provider(release, threads, delayMillis, group, name, named, dubboFlags, agentFlags);
  }

  /** Its agent is to find out what it serves. */
  public Provider unnamed() {
    return new Provider(
        release, threads, delayMillis, group, version, false, dubboFlags, agentFlags);
  }

  /** With the service that calls back who subscribes. */
  public Provider desk() {
    Provider desk = flags("--desk", "yes");
    return named ? desk.alsoNamed(Samples.DESK) : desk;
  }

  /** What Dubbo and its agent are to write bodies in. */
  public Provider serialization(String name) {
    return flags("--serialization", name).agent("--serialization", name);
  }

  /** What callers have to send as the attachment {@code token}. */
  public Provider token(String token) {
    return flags("--token", token);
  }

  /**
   * It registers itself.
   *
   * @param level of Dubbo 3's: {@code interface}, {@code instance} or {@code all}
   * @param metadata where what it serves is found then: {@code local} or {@code remote}
   */
  public Provider registered(String registry, String level, String metadata) {
    return flags("--registry", registry, "--level", level, "--metadata", metadata);
  }

  /** It serves by Triple too, which is Dubbo 3's. */
  public Provider triple(int port) {
    return flags("--triple-port", "" + port);
  }

  /** More flags for the provider itself. */
  public Provider flags(String... flags) {
    return new Provider(
        release, threads, delayMillis, group, version, named, with(dubboFlags, flags), agentFlags);
  }

  /** Callers may set an attachment that Dubbo goes by, and all others that don't steer. */
  public Provider allowAttachment(String name) {
    return agent("--attachment-allow", name + ",*");
  }

  public Provider weight(int weight) {
    return agent("--weight", "" + weight);
  }

  public Provider limit(int calls) {
    return agent("--limit", "" + calls);
  }

  /** The agent is told of a service besides; the provider doesn't have it. */
  public Provider alsoNamed(String service) {
    return agent("--service", service);
  }

  /** How long its agent waits for calls in flight when it's asked to leave. */
  public Provider graceMillis(int millis) {
    return agent("--grace", "" + millis);
  }

  public Provider tag(String name, String value) {
    return agent("--tag", name + "=" + value);
  }

  /** With the samples' API, from their jar. */
  public Provider api() {
    return agent("--api", Jars.api());
  }

  /** More flags for its agent. */
  public Provider agent(String... flags) {
    return new Provider(
        release, threads, delayMillis, group, version, named, dubboFlags, with(agentFlags, flags));
  }

  private static List<String> with(List<String> flags, String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return all;
  }

  /** The samples' services as the agent is told them. */
  List<String> services() {
    return named ? served() : List.of();
  }

  /** The samples' services, whether or not the agent is told them. */
  List<String> served() {
    return List.of(service(Samples.HELLO), service(Samples.USERS));
  }

  private String service(String name) {
    return name + (version.isEmpty() ? "" : ":" + version) + (group.isEmpty() ? "" : "@" + group);
  }
}
