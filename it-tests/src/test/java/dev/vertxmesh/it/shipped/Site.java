package dev.vertxmesh.it.shipped;

import java.util.ArrayList;
import java.util.List;

/**
 * A Dubbo provider that is wanted, with an agent before it.
 *
 * @param name of its containers
 * @param release of Dubbo
 * @param dubboFlags more flags for the provider
 * @param agentFlags more flags for the agent
 * @param behindToxiproxy whether toxiproxy stands between the gateway and the agent
 */
record Site(
    String name,
    String release,
    List<String> dubboFlags,
    List<String> agentFlags,
    boolean behindToxiproxy) {

  static Site named(String name) {
    return new Site(name, "3.3.6", List.of(), List.of(), false);
  }

  Site dubbo(String release) {
    return new Site(name, release, dubboFlags, agentFlags, behindToxiproxy);
  }

  Site delayMillis(int millis) {
    return new Site(
        name, release, with(dubboFlags, "--delay", "" + millis), agentFlags, behindToxiproxy);
  }

  Site weight(int weight) {
    return agent("--weight", "" + weight);
  }

  Site threads(int count) {
    return new Site(
        name, release, with(dubboFlags, "--threads", "" + count), agentFlags, behindToxiproxy);
  }

  Site limit(int calls) {
    return agent("--limit", "" + calls);
  }

  /** Its agent refuses no call because the machine is short of CPU. */
  Site calm() {
    return agent("--queue-target", "0");
  }

  /** The network to it can be slowed down and cut. */
  Site slowable() {
    return new Site(name, release, dubboFlags, agentFlags, true);
  }

  private Site agent(String... flags) {
    return new Site(name, release, dubboFlags, with(agentFlags, flags), behindToxiproxy);
  }

  private static List<String> with(List<String> flags, String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  /** The command of its sample's image. */
  List<String> command() {
    List<String> command = new ArrayList<>(dubboFlags);
    command.addAll(List.of("--host", "0.0.0.0", "--port", "20880"));
    return command;
  }

  String image() {
    return release.startsWith("2.6.") ? "dubbo2" : "dubbo-provider";
  }
}
