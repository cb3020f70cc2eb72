package dev.vertxmesh.it.harness;

/** A Dubbo provider and the agent beside it. */
public record Site(DubboServer dubbo, Agent agent) {}
