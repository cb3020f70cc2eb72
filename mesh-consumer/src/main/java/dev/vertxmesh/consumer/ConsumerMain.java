package dev.vertxmesh.consumer;

import dev.vertxmesh.launch.Launcher;

/** {@code java -jar mesh-consumer.jar}. */
public final class ConsumerMain {

  private ConsumerMain() {}

  public static void main(String[] args) {
    ConsumerOptions options = new ConsumerOptions();
    Launcher.run("mesh-consumer", options, context -> new ConsumerAgent(options, context), args);
  }
}
