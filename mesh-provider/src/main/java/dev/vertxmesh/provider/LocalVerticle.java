package dev.vertxmesh.provider;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.launch.settings.StartFailure;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * A verticle that serves gRPC in this agent's own process, at a port of the loopback interface that
 * the agent chooses and tells it: {@code host} and {@code port} of its configuration.
 */
final class LocalVerticle {

  private final String name;
  private final List<Path> classpath;
  private final JsonObject config;
  private final HostPort address;
  private volatile String deployment;

  /**
   * Looks for a free port.
   *
   * @param config without the address
   * @throws StartFailure if there's none
   */
  LocalVerticle(String name, List<Path> classpath, JsonObject config) {
    this.name = name;
    this.classpath = classpath;
    this.config = config;
    this.address = new HostPort("127.0.0.1", freePort());
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new StartFailure("--verticle: there's no free port for it: " + e.getMessage(), e);
    }
  }

  HostPort address() {
    return address;
  }

  /** Fails with a {@link StartFailure} if it can't be found or doesn't start. */
  Future<Void> deploy(Vertx vertx) {
    DeploymentOptions options =
        new DeploymentOptions()
            .setConfig(config.copy().put("host", address.host()).put("port", address.port()));
    if (!classpath.isEmpty()) {
      options.setClassLoader(new URLClassLoader("verticle", urls(), getClass().getClassLoader()));
    }
    return vertx
        .deployVerticle("java:" + name, options)
        .onSuccess(id -> deployment = id)
        .<Void>mapEmpty()
        .recover(e -> Future.failedFuture(failure(e)));
  }

  /** Ends it; never fails. */
  Future<Void> undeploy(Vertx vertx) {
    String known = deployment;
    return known == null ? Future.succeededFuture() : vertx.undeploy(known).otherwiseEmpty();
  }

  private URL[] urls() {
    return classpath.stream().map(LocalVerticle::url).toArray(URL[]::new);
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new StartFailure("--classpath: " + path + ": " + e.getMessage(), e);
    }
  }

  private StartFailure failure(Throwable error) {
    String why =
        error instanceof ClassNotFoundException
            ? "there's no such class, expected it in the agent's jar or in --classpath"
            : String.valueOf(error.getMessage());
    return new StartFailure("--verticle: %s can't be deployed: %s".formatted(name, why), error);
  }
}
