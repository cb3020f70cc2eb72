package dev.vertxmesh.it.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A native Dubbo consumer, in a process of its own. */
public final class Consumer {

  private static final Pattern ANSWERED = Pattern.compile("^answered$");
  private static final Pattern ANSWER = Pattern.compile("(?m)^answer ([^\\t\\n]+)\\t(.*)$");

  private Consumer() {}

  /**
   * Starts one that makes the samples' calls in two ways and prints what differs.
   *
   * @param release of its Dubbo
   * @param direct the provider's port
   * @param mesh the consumer agent's port for Dubbo
   */
  public static Child comparing(String release, int direct, int mesh) {
    return start(
        release, "compare", "--direct", "127.0.0.1:" + direct, "--mesh", "127.0.0.1:" + mesh);
  }

  /**
   * Starts one that wants to be called back, and prints what came of it straight and through the
   * mesh.
   *
   * @param release of its Dubbo
   * @param direct the provider's port
   * @param mesh the consumer agent's port for Dubbo
   */
  public static Child subscribing(String release, int direct, int mesh) {
    return start(
        release, "subscribe", "--direct", "127.0.0.1:" + direct, "--mesh", "127.0.0.1:" + mesh);
  }

  /**
   * Starts one that makes generic calls of the samples' {@code UserService} as it's told by lines.
   *
   * @param release of its Dubbo
   * @param provider its port
   * @param mode such as {@code raw.return}
   */
  public static GenericCalls generic(String release, int provider, String mode) {
    return new GenericCalls(start(release, "generic", "127.0.0.1:" + provider, mode));
  }

  /**
   * The same of 3.3.6 with an attachment of each call.
   *
   * @param attachment as NAME=VALUE
   */
  public static GenericCalls attaching(int provider, String mode, String attachment) {
    return new GenericCalls(start("3.3.6", "generic", "127.0.0.1:" + provider, mode, attachment));
  }

  /**
   * The same of 2.7, the only one whose etcd registry there is, with what it finds there.
   *
   * @param etcd {@code HOST:PORT}
   */
  public static GenericCalls finding(String etcd) {
    return new GenericCalls(start("2.7.23", "generic", "etcd3://" + etcd, "raw.return"));
  }

  /**
   * The same of a release with what it finds in a registry.
   *
   * @param registry as Dubbo's programs are told it
   */
  public static GenericCalls findingIn(String registry, String release) {
    return new GenericCalls(start(release, "generic", registry, "raw.return"));
  }

  /**
   * Starts one of 3.3.6 that calls each method of the sample Triple provider, and prints what comes
   * back.
   *
   * @param provider its port
   */
  public static Child triple(int provider) {
    return start("3.3.6", "triple-client", "" + provider);
  }

  /**
   * Dubbo takes 127.0.0.1 for "this machine, by whichever address can be reached in 100 ms", and so
   * would come from another address on a machine with nothing to do.
   */
  private static Child start(String release, String... arguments) {
    List<String> command =
        Jars.dubbo(release)
            .command(
                false,
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-Ddubbo.network.interface.ignored=.*"));
    command.addAll(List.of(arguments));
    return Child.start("consumer " + release, command, Map.of());
  }

  /**
   * What a Java program gets from a provider of the calls of which Dubbo loses something: JSON by
   * the calls' names, without those that failed.
   *
   * @param release of its Dubbo
   */
  public static Map<String, String> answers(String release, String serialization, int provider) {
    Child child =
        start(
            release,
            "answers",
            "--direct",
            "127.0.0.1:" + provider,
            "--serialization",
            serialization);
    child.awaitLine(ANSWERED);
    Map<String, String> answers = new HashMap<>();
    ANSWER.matcher(child.log()).results().forEach(a -> answers.put(a.group(1), a.group(2)));
    return answers;
  }
}
