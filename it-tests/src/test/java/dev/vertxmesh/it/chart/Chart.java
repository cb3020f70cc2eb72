package dev.vertxmesh.it.chart;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/**
 * The chart with some values, to be rendered for a release of Kubernetes.
 *
 * @param kubernetes such as 1.34.0
 * @param values what differs from values.yaml
 */
record Chart(String kubernetes, JsonObject values) {

  static final Path FOLDER = Path.of("../k8s/chart");
  private static final Path TARGET = Path.of("target/chart");

  /** With as much of it switched on as goes together. */
  static final Chart EVERYTHING =
      with(
          "gateway.autoscaling.enabled", "true",
          "gateway.autoscaling.callsInFlight.targetPercentage", "70",
          "gateway.autoscaling.behavior.scaleDown.stabilizationWindowSeconds", "600",
          "gateway.dubboPort", "20001",
          "gateway.service.type", "LoadBalancer",
          "gateway.service.nodePort", "30080",
          "gateway.service.dubboNodePort", "30081",
          "gateway.service.loadBalancerIP", "192.0.2.7",
          "gateway.service.externalTrafficPolicy", "Local",
          "gateway.service.sessionAffinity", "ClientIP",
          "gateway.service.appProtocol", "kubernetes.io/h2c",
          "gateway.ingress.enabled", "true",
          "gateway.ingress.className", "nginx",
          "gateway.ingress.hosts", "[mesh.example]",
          "gateway.ingress.tls[0].secretName", "mesh-tls",
          "gateway.httpRoute.enabled", "true",
          "gateway.httpRoute.parentRefs[0].name", "public",
          "gateway.httpRoute.hostnames", "[mesh.example]",
          "gateway.grpcRoute.enabled", "true",
          "gateway.grpcRoute.parentRefs[0].name", "public",
          "gateway.grpcRoute.hostnames", "[grpc.mesh.example]",
          "gateway.minReadySeconds", "5",
          "gateway.podDisruptionBudget.minAvailable", "50%",
          "gateway.priorityClassName", "high",
          "priorityClassName", "middling",
          "commonLabels.team", "shop",
          "gateway.javaOptions", "-Xlog:gc",
          "gateway.tolerations[0].operator", "Exists",
          "gateway.nodeSelector.disk", "ssd",
          "gateway.extraVolumes[0].name", "api",
          "gateway.extraVolumes[0].emptyDir.medium", "Memory",
          "gateway.extraVolumeMounts[0].name", "api",
          "gateway.extraVolumeMounts[0].mountPath", "/api",
          "imagePullSecrets[0].name", "registry",
          "admin.tokenSecret.name", "admin-tokens",
          "registry.user", "mesh",
          "registry.passwordSecret.name", "etcd-password",
          "registry.tls.secretName", "etcd-tls",
          "registry.tls.clientCertificate", "true",
          "etcd.persistence.enabled", "true",
          "etcd.persistence.storageClassName", "fast",
          "networkPolicy.adminFrom[0].namespaceSelector.matchLabels.name", "monitoring",
          "networkPolicy.gatewayFrom[0].podSelector.matchLabels.app", "shop",
          "monitoring.enabled", "true",
          "dashboard.enabled", "true");

  /**
   * @param values names and values in turn; a name is as {@code --set} has it, such as {@code
   *     gateway.extraEnv[0].name}, and a value is YAML
   */
  static Chart with(String... values) {
    Chart chart = new Chart("1.34.0", new JsonObject());
    for (int i = 0; i < values.length; i += 2) {
      chart = chart.and(values[i], values[i + 1]);
    }
    return chart;
  }

  Chart on(String release) {
    return new Chart(release, values);
  }

  Chart and(String name, String value) {
    String yaml = value;
    String[] path = name.split("\\.");
    for (int i = path.length - 1; i >= 0; i--) {
      boolean listed = path[i].endsWith("[0]");
      String key = listed ? path[i].substring(0, path[i].length() - 3) : path[i];
      yaml = "{" + key + ": " + (listed ? "[" + yaml + "]" : yaml) + "}";
    }
    Map<String, Object> more = new Yaml().load(yaml);
    return new Chart(kubernetes, merged(values, new JsonObject(more)));
  }

  /** Lists have one element in tests, and are merged as that. */
  private static JsonObject merged(JsonObject values, JsonObject more) {
    JsonObject all = values.copy();
    for (String key : more.fieldNames()) {
      all.put(key, merged(all.getValue(key), more.getValue(key)));
    }
    return all;
  }

  private static Object merged(Object old, Object added) {
    if (old instanceof JsonObject some && added instanceof JsonObject more) {
      return merged(some, more);
    }
    if (old instanceof JsonArray some
        && added instanceof JsonArray more
        && some.getValue(0) instanceof JsonObject) {
      return new JsonArray().add(merged(some.getJsonObject(0), more.getJsonObject(0)));
    }
    return added;
  }

  static LintResult lint() {
    return new Helm(FOLDER).lint().strict().call();
  }

  /** As {@code helm install mesh} in the namespace {@code shop} would make it, and its test. */
  Manifests render() {
    return Manifests.parse(text());
  }

  /** The same, which also stays in a file of this name for other tools to look at. */
  Manifests render(String name) {
    String text = text();
    write(TARGET.resolve("rendered").resolve(name + "-" + kubernetes + ".yaml"), text);
    return Manifests.parse(text);
  }

  private String text() {
    Path given = TARGET.resolve("values.yaml");
    write(given, values.encode());
    return new Helm(unhooked())
        .template()
        .withName("mesh")
        .withNamespace("shop")
        .withKubeVersion(kubernetes)
        .withValuesFile(given)
        .call();
  }

  /** A copy whose hooks are ordinary objects: the library leaves hooks out of what it renders. */
  private static Path unhooked() {
    Path copy = TARGET.resolve("unhooked");
    copy(FOLDER, copy);
    return copy;
  }

  /**
   * What another chart is rendered to that has this one as a dependency.
   *
   * @param folder of the other chart
   */
  static Manifests renderIn(Path folder, Path values) {
    Path copy = TARGET.resolve("other").resolve(folder.getFileName());
    copy(folder, copy);
    copy(FOLDER, copy.resolve("charts/vertx-mesh"));
    return rendered(copy, values);
  }

  private static Manifests rendered(Path other, Path values) {
    String text =
        new Helm(other)
            .template()
            .withName("shop")
            .withNamespace("default")
            .withKubeVersion("1.34.0")
            .withValuesFile(values)
            .call();
    write(TARGET.resolve("rendered").resolve(other.getFileName() + "-1.34.0.yaml"), text);
    return Manifests.parse(text);
  }

  /**
   * The same where Helm itself gets the dependency, from where the other chart says that it lies.
   */
  static Manifests renderUpdated(Path folder, Path values) {
    Path copy = TARGET.resolve("beside").resolve(folder.getFileName());
    copy(folder, copy);
    copy(FOLDER, TARGET.resolve("beside/vertx-mesh/k8s/chart"));
    new Helm(copy).dependency().update().skipRefresh().call();
    return rendered(copy, values);
  }

  private static void copy(Path folder, Path target) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String text = Files.readString(file).replace("helm.sh/hook", "unhooked/hook");
        write(target.resolve(folder.relativize(file)), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What Chart.yaml says about the chart. */
  static Map<String, Object> about() {
    try {
      return new Yaml().load(Files.readString(FOLDER.resolve("Chart.yaml")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
