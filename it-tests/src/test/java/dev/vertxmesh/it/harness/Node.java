package dev.vertxmesh.it.harness;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A program that can be ended and started again, and is then where it was. */
public abstract sealed class Node implements AutoCloseable
    permits DubboServer, GrpcServer, Agent, NacosServer, RegisteringProvider {

  private final String name;
  private final Pattern ready;
  private Child child;

  Node(String name, Pattern ready) {
    this.name = name;
    this.ready = ready;
  }

  /** How it's started now. */
  abstract List<String> command();

  /** What its environment has besides. */
  Map<String, String> environment() {
    return Map.of();
  }

  /** Told the line in which it says that it is ready. */
  abstract void onReady(Matcher line);

  /** Starts it and waits until it says that it is ready. */
  public void start() {
    launch();
    awaitReady();
  }

  void launch() {
    child = Child.start(name, command(), environment());
  }

  void awaitReady() {
    onReady(child.awaitLine(ready));
  }

  /** SIGKILL, and waits until it's gone. */
  public void kill() {
    child.kill();
  }

  /** SIGTERM, and doesn't wait. */
  public void terminate() {
    child.terminate();
  }

  /** The process as it was last started. */
  public Child process() {
    return child;
  }

  @Override
  public void close() {
    if (child != null) {
      child.end();
    }
  }
}
