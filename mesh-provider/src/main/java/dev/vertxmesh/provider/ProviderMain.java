package dev.vertxmesh.provider;

import dev.vertxmesh.launch.Launcher;

/** {@code java -jar mesh-provider.jar}. */
public final class ProviderMain {

  private ProviderMain() {}

  public static void main(String[] args) {
    ProviderOptions options = new ProviderOptions();
    Launcher.run("mesh-provider", options, context -> new ProviderAgent(options, context), args);
  }
}
