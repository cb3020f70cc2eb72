package dev.vertxmesh.samples.compare;

/** A service that nobody provides. */
public interface Missing {
  String call();
}
