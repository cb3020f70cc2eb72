package dev.vertxmesh.balance;

import java.util.List;

/**
 * Smooth weighted round robin: in every run of as many picks as the weights' sum each endpoint is
 * picked as often as its weight says, and never in a burst.
 *
 * <p>Before each pick everyone gains its weight; who has most is picked and pays the sum. (The
 * method is nginx's, upstream round robin, 2012.) Endpoints that can't be reached sit out, and so
 * do those without credit while another has some; sitting out neither gains nor pays, so nobody
 * returns with a backlog of turns.
 */
public final class WeightedRoundRobin implements Picker {

  private static final class Node {
    final Endpoint endpoint;
    long gain;

    Node(Endpoint endpoint) {
      this.endpoint = endpoint;
    }
  }

  private final List<Node> nodes;

  public WeightedRoundRobin(List<? extends Endpoint> endpoints) {
    this.nodes = endpoints.stream().map(Node::new).toList();
  }

  @Override
  public Endpoint pick() {
    Endpoint withCredit = pick(true);
    return withCredit != null ? withCredit : pick(false);
  }

  private Endpoint pick(boolean needsCredit) {
    Node best = null;
    long sum = 0;
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      if (!node.endpoint.isOpen() || needsCredit && node.endpoint.freeCredit() <= 0) {
        continue;
      }
      int weight = node.endpoint.weight();
      node.gain += weight;
      sum += weight;
      if (best == null || node.gain > best.gain) {
        best = node;
      }
    }
    if (best == null) {
      return null;
    }
    best.gain -= sum;
    return best.endpoint;
  }
}
