package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.Group;

/** A consumer agent: the code that really balances, over its own view of the providers. */
final class SimConsumer {

  final Group group;

  SimConsumer(Group group) {
    this.group = group;
  }
}
