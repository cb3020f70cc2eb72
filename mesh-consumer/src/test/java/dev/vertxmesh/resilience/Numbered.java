package dev.vertxmesh.resilience;

import dev.vertxmesh.call.TriedEndpoint;

/** An endpoint of a test, by its number. */
record Numbered(int number) implements TriedEndpoint {

  @Override
  public String key() {
    return "endpoint " + number;
  }

  @Override
  public void passedOver(boolean isPassedOver) {}
}
