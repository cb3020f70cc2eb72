package dev.vertxmesh.it.chart;

import static dev.vertxmesh.it.chart.Manifests.at;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What Kubernetes' pod security standard {@code restricted} forbids, and this project besides it: a
 * root that can be written, containers without a memory limit, a token for the API.
 *
 * <p>The rules are those of <a
 * href="https://kubernetes.io/docs/concepts/security/pod-security-standards/">the standard</a>.
 */
final class RestrictedStandard {

  private static final Set<String> VOLUMES =
      Set.of(
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");
  private static final Set<String> SECCOMP = Set.of("RuntimeDefault", "Localhost");

  private final List<String> violations = new ArrayList<>();
  private final JsonObject pod;

  private RestrictedStandard(JsonObject pod) {
    this.pod = pod;
  }

  /** What is wrong with a pod's spec; nothing if it's empty. */
  static List<String> violations(JsonObject podSpec) {
    RestrictedStandard standard = new RestrictedStandard(podSpec);
    standard.checkPod();
    Manifests.containers(podSpec).forEach(standard::checkContainer);
    return standard.violations;
  }

  private void checkPod() {
    for (String shared : List.of("hostNetwork", "hostPID", "hostIPC")) {
      expect(!Boolean.TRUE.equals(pod.getValue(shared)), shared);
    }
    expect(Boolean.FALSE.equals(pod.getValue("automountServiceAccountToken")), "a token");
    for (Object one : pod.getJsonArray("volumes", new JsonArray())) {
      Set<String> kinds = ((JsonObject) one).fieldNames();
      expect(
          kinds.stream().allMatch(kind -> kind.equals("name") || VOLUMES.contains(kind)),
          "volume " + kinds);
    }
    expect(!Integer.valueOf(0).equals(at(pod, "/securityContext/runAsUser")), "runs as root");
    expect(at(pod, "/securityContext/sysctls") == null, "sysctls");
  }

  private void checkContainer(JsonObject container) {
    String name = container.getString("name") + ": ";
    JsonObject security = container.getJsonObject("securityContext", new JsonObject());
    expect(!Boolean.TRUE.equals(security.getValue("privileged")), name + "privileged");
    expect(
        Boolean.FALSE.equals(security.getValue("allowPrivilegeEscalation")),
        name + "allowPrivilegeEscalation");
    expect(Boolean.TRUE.equals(effective(security, "runAsNonRoot")), name + "runAsNonRoot");
    expect(!Integer.valueOf(0).equals(security.getValue("runAsUser")), name + "runs as root");
    expect(
        effective(security, "seccompProfile") instanceof JsonObject profile
            && SECCOMP.contains(profile.getString("type")),
        name + "seccompProfile");
    JsonArray dropped = (JsonArray) at(security, "/capabilities/drop");
    expect(dropped != null && dropped.contains("ALL"), name + "capabilities");
    expect(at(security, "/capabilities/add") == null, name + "capabilities added");
    expect(
        Boolean.TRUE.equals(security.getValue("readOnlyRootFilesystem")), name + "root is written");
    expect(at(container, "/resources/limits/memory") != null, name + "no memory limit");
    for (Object port : container.getJsonArray("ports", new JsonArray())) {
      expect(((JsonObject) port).getInteger("hostPort", 0) == 0, name + "hostPort");
    }
  }

  /** A container's own setting, or its pod's. */
  private Object effective(JsonObject security, String setting) {
    Object own = security.getValue(setting);
    return own != null ? own : at(pod, "/securityContext/" + setting);
  }

  private void expect(boolean holds, String otherwise) {
    if (!holds) {
      violations.add(otherwise);
    }
  }
}
