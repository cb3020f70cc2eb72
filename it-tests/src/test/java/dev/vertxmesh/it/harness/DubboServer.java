package dev.vertxmesh.it.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real Dubbo provider. */
public final class DubboServer extends Node {

  private static final Pattern READY = Pattern.compile("^ready: dubbo (\\S+) on");

  private Provider provider;
  private final int port;
  private final boolean compiled;
  private String release;
  private boolean talkative;
  private final List<String> jvmFlags = new ArrayList<>();

  /**
   * @param port where it will listen
   */
  public DubboServer(Provider provider, int port) {
    this(provider, port, false);
  }

  /**
   * @param compiled whether it's going to have calls for so long that the second compiler pays
   */
  DubboServer(Provider provider, int port, boolean compiled) {
    super("dubbo " + provider.release() + " :" + port, READY);
    this.provider = provider;
    this.port = port;
    this.compiled = compiled;
  }

  /** It logs as Dubbo does where nobody says otherwise; the samples' programs log errors only. */
  public DubboServer talkative() {
    talkative = true;
    return this;
  }

  /** More flags for its JVM. */
  public DubboServer jvm(List<String> more) {
    jvmFlags.addAll(more);
    return this;
  }

  /**
   * When it's to end it waits for so long, and not for ten seconds, after it has told the registry.
   */
  public DubboServer leavingAfterMillis(int millis) {
    return jvm(List.of("-Ddubbo.service.shutdown.wait=" + millis));
  }

  /** Starts it anew as another provider on the same port. */
  public void restartAs(Provider other) {
    kill();
    provider = other;
    start();
  }

  public int port() {
    return port;
  }

  /** The release that it said it is. */
  public String release() {
    return release;
  }

  @Override
  List<String> command() {
    List<String> jvm = new ArrayList<>(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    jvm.addAll(jvmFlags);
    if (talkative) {
      jvm.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=info");
    }
    List<String> command = Jars.dubbo(provider.release()).command(compiled, jvm);
    command.addAll(List.of("--port", "" + port));
    command.addAll(List.of("--threads", "" + provider.threads()));
    command.addAll(List.of("--delay", "" + provider.delayMillis()));
    if (!provider.group().isEmpty()) {
      command.addAll(List.of("--group", provider.group()));
    }
    if (!provider.version().isEmpty()) {
      command.addAll(List.of("--version", provider.version()));
    }
    command.addAll(provider.dubboFlags());
    return command;
  }

  @Override
  public void close() {
    if (process() != null) {
      kill();
    }
  }

  @Override
  void onReady(Matcher line) {
    release = line.group(1);
  }
}
