package dev.vertxmesh.it.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A native Dubbo consumer, in a process of its own. */
public final class Consumer {

  private Consumer() {}

  /**
   * Starts one that makes the samples' calls in two ways and prints what differs.
   *
   * @param release of its Dubbo
   * @param direct the provider's port
   * @param mesh the consumer agent's port for Dubbo
   */
  public static Child comparing(String release, int direct, int mesh) {
    List<String> command = new ArrayList<>(Jars.java("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-jar", Jars.dubbo(release), "compare"));
    command.addAll(List.of("--direct", "127.0.0.1:" + direct, "--mesh", "127.0.0.1:" + mesh));
    return Child.start("consumer " + release, command, Map.of());
  }
}
