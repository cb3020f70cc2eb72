package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.inflight.InFlightMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits for responses on one connection, by the ids of the requests. Knows no clock: sweeps
 * are handed in.
 *
 * <p>An answer that nobody waits for keeps its place, since the provider's thread is busy until it
 * comes. But there are requests that never get one: Dubbo 3 sends nothing where it fails to write a
 * result, or doesn't know a serialization. These are given up at the third sweep, so that no place
 * is lost for as long as the connection lasts.
 */
final class PendingResponses {

  /**
   * The connection sweeps three times a heartbeat interval: given up after two thirds to all of it.
   */
  private static final int LAST_SWEEP = 3;

  private final InFlightMap<PendingResponse> byId = new InFlightMap<>();
  private Map<Long, Integer> abandoned = Map.of();

  void put(long id, PendingResponse one) {
    byId.put(id, one);
  }

  /** Null if there's no such request, or it was given up. */
  PendingResponse take(long id) {
    return byId.remove(id);
  }

  int size() {
    return byId.size();
  }

  List<PendingResponse> takeAll() {
    List<PendingResponse> all = byId.all();
    byId.clear();
    return all;
  }

  /** Takes those that nobody has waited for since the second sweep before this one. */
  List<PendingResponse> sweep() {
    Map<Long, Integer> sweeps = new HashMap<>();
    List<PendingResponse> givenUp = new ArrayList<>();
    for (long id : byId.ids()) {
      if (byId.get(id).isAbandoned()) {
        sweeps.put(id, abandoned.getOrDefault(id, 0) + 1);
      }
    }
    sweeps.forEach(
        (id, count) -> {
          if (count == LAST_SWEEP) {
            givenUp.add(byId.remove(id));
          }
        });
    abandoned = sweeps;
    return givenUp;
  }
}
