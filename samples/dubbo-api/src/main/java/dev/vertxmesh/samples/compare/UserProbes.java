package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.UserService;
import java.util.Map;

/**
 * Every method of {@link UserService}, most of them with several arguments. What a probe stores it
 * takes away again, so that the second way finds what the first one found.
 */
public final class UserProbes {

  private UserProbes() {}

  /** By what they do, in the order in which they're to be made. */
  public static Map<String, Probe<UserService>> all() {
    ProbeTable table = new ProbeTable();
    EchoProbes.addTo(table);
    ValueProbes.addTo(table);
    ArrayProbes.addTo(table);
    CollectionProbes.addTo(table);
    KindProbes.addTo(table);
    StoreProbes.addTo(table);
    GraphProbes.addTo(table);
    FaultProbes.addTo(table);
    ContextProbes.addTo(table);
    return table.all();
  }
}
