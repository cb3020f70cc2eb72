package dev.vertxmesh.it.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** What is run, as Maven has just built it. Maven runs a module's tests in the module's folder. */
public final class Jars {

  private Jars() {}

  /** The JDK that runs the tests, with these flags. */
  static List<String> java(String... flags) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(flags));
    return command;
  }

  /**
   * @param name mesh-consumer or mesh-provider
   */
  static Program agent(String name) {
    String jar = built(name);
    boolean provider = name.equals("mesh-provider");
    return Program.of(jar, provider ? FirstRuns::ofProviderAgent : FirstRuns::ofConsumerAgent);
  }

  /** An agent's jar where Maven built it. */
  static String built(String name) {
    return jar("../" + name + "/target/" + name + ".jar");
  }

  /** The samples' interfaces and what they take. */
  public static String api() {
    Path built = Path.of("../samples/dubbo-api/target");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(built, "dubbo-api-*.jar")) {
      return jar(jars.iterator().next().toString());
    } catch (IOException | NoSuchElementException e) {
      throw new IllegalStateException("no jar in " + built + ": run mvn package first", e);
    }
  }

  /** The sample plugin. */
  public static String plugin() {
    return jar("../samples/plugin/target/sample-plugin.jar");
  }

  /** The sample back end. */
  public static String backend() {
    return jar("../samples/backend/target/sample-backend.jar");
  }

  /** The key-value store. */
  static Program store() {
    return sample("kvstore");
  }

  static Program dubbo(String release) {
    return sample(module(release));
  }

  private static Program sample(String name) {
    String jar = jar("../samples/" + name + "/target/" + name + ".jar");
    return Program.of(jar, FirstRuns::ofSample);
  }

  /** The class path of grpc-java's interoperability tests. */
  static String grpcInterop() {
    return jar("../samples/grpc-interop/target/classes")
        + File.pathSeparator
        + jar("../samples/grpc-interop/target/lib")
        + "/*";
  }

  /** A Nacos server, with what it's made from beside it. */
  static String nacosServer() {
    return jar("../samples/nacos-server/target/nacos-server.jar");
  }

  /** The class path of a ZooKeeper server of 3.8. */
  static String olderZooKeeper() {
    return jar("../samples/zookeeper-server/target/lib") + "/*";
  }

  /**
   * The class path of a sample provider that registers itself in Nacos.
   *
   * @param release of Dubbo
   */
  static String registeringInNacos(String release) {
    String name = module(release);
    return jar("../samples/" + name + "/target/" + name + ".jar")
        + File.pathSeparator
        + jar("../samples/nacos-client/target/lib")
        + "/*";
  }

  /** A user's application, whose jars lie beside it. */
  static String springBoot() {
    return jar("../samples/spring-boot/target/spring-boot.jar");
  }

  /** The class path of an issuer of tokens. */
  static String oauth2() {
    return jar("../samples/oauth2/target/lib") + "/*";
  }

  private static String module(String release) {
    if (release.startsWith("2.6.")) {
      return "dubbo2";
    }
    return release.startsWith("2.7.") ? "dubbo27" : "dubbo-provider";
  }

  private static String jar(String path) {
    Path jar = Path.of(path).toAbsolutePath().normalize();
    if (!Files.exists(jar)) {
      throw new IllegalStateException(jar + " isn't there: run mvn package first");
    }
    return jar.toString();
  }
}
