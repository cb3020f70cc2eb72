package dev.vertxmesh.links;

import dev.vertxmesh.access.who.NetworkRange;
import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.Instance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * To whom calls may go in plain text. Where links are encrypted, somebody who writes into a
 * registry mustn't get calls by an entry of a provider that has no agent: only providers that the
 * agent's own operator has named may, one by one or by their networks. May be asked on any thread.
 */
public final class PlainTextRule {

  /** All: links aren't encrypted either. */
  public static final PlainTextRule ANY = new PlainTextRule(false, Set.of(), List.of(), List.of());

  private static final Logger LOG = System.getLogger(PlainTextRule.class.getName());

  /** Lines in the log about so many providers; a registry may have any number of entries. */
  private static final int MOST_TOLD = 100;

  private final boolean isStrict;
  private final Set<String> encrypted;
  private final List<Instance> named;
  private final List<NetworkRange> networks;
  private final Set<HostPort> told = new HashSet<>();

  /**
   * @param isStrict whether anybody is refused
   * @param encrypted names of protocols that are spoken over TLS
   * @param named providers that the operator has listed
   * @param networks of addresses that may be called in plain text
   */
  public PlainTextRule(
      boolean isStrict, Set<String> encrypted, List<Instance> named, List<NetworkRange> networks) {
    this.isStrict = isStrict;
    this.encrypted = Set.copyOf(encrypted);
    this.named = List.copyOf(named);
    this.networks = List.copyOf(networks);
  }

  /** Why a provider without an agent gets no calls; null if it does. Depends on its address. */
  String refusal(Instance instance) {
    if (!isStrict || encrypted.contains(instance.protocol().name()) || isNamed(instance)) {
      return null;
    }
    for (NetworkRange network : networks) {
      if (network.contains(instance.host())) {
        return null;
      }
    }
    return "it has no agent and would be called in plain text, while this agent's links are"
        + " encrypted; expected its address in --plain-text-to, or TLS";
  }

  private boolean isNamed(Instance instance) {
    for (Instance one : named) {
      if (one.port() == instance.port()
          && one.host().equals(instance.host())
          && one.protocol().equals(instance.protocol())) {
        return true;
      }
    }
    return false;
  }

  /** Says so in the log, once a provider for all event loops. */
  synchronized void warn(Instance instance, String reason) {
    if (told.size() >= MOST_TOLD || !told.add(instance.address())) {
      return;
    }
    String others = told.size() == MOST_TOLD ? "; of others only /topology tells from now on" : "";
    LOG.log(
        Level.WARNING,
        instance.protocol() + " " + instance.address() + ": refused: " + reason + others);
  }
}
