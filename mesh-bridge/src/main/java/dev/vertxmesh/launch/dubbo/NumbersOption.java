package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.launch.settings.Option;

/** Whether providers may cut numbers whose types nobody knows. */
public final class NumbersOption {

  @Option(
      names = "--exact-numbers",
      description =
          "refuse calls of Dubbo providers with a number that the provider might cut, because the"
              + " agent doesn't know its type: one beyond -128 to 127, or with a fraction")
  private boolean exact;

  /** Whether such calls are refused. */
  public boolean exact() {
    return exact;
  }
}
