package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.balance.endpoint.Outcome;

/** A call on its way. */
final class SimCall {

  final SimConsumer consumer;
  final Member member;
  final SimEndpoint endpoint;
  final boolean probe;
  final long begunAt;
  long arrivedAt;
  boolean waits;
  boolean ended;
  Outcome outcome;
  long toldNanos;

  SimCall(SimConsumer consumer, Member member, boolean probe, long begunAt) {
    this.consumer = consumer;
    this.member = member;
    this.endpoint = (SimEndpoint) member.endpoint();
    this.probe = probe;
    this.begunAt = begunAt;
  }
}
