package dev.vertxmesh.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.settings.CommandReader;
import dev.vertxmesh.launch.settings.StartFailure;
import dev.vertxmesh.launch.settings.Transport;
import dev.vertxmesh.launch.settings.UsageError;
import dev.vertxmesh.testing.CompiledJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandReaderTest {

  @TempDir private Path folder;

  private final SampleAgent.Options options = new SampleAgent.Options();
  private final CommandReader reader = new CommandReader("mesh-sample", options);

  @Test
  void nothingGivenLeavesTheDefaults() {
    read(Map.of());
    assertThat(options.common().registries()).containsExactly("file:");
    assertThat(options.common().admin().host()).isEqualTo("127.0.0.1");
    assertThat(options.common().graceMillis()).isEqualTo(10_000);
    assertThat(options.common().transport()).isEqualTo(Transport.AUTO);
    assertThat(options.services).isEmpty();
  }

  @Test
  void flagsWinOverTheEnvironmentAndThatOverTheFile() throws IOException {
    String file = file("port: 1\ngrace: 2\nevent-loops: 3\n");
    Map<String, String> environment = Map.of("MESH_GRACE", "20", "MESH_EVENT_LOOPS", "30");
    read(environment, "--config", file, "--event-loops=300");
    assertThat(options.port).isEqualTo(1);
    assertThat(options.common().graceMillis()).isEqualTo(20);
    assertThat(options.common().eventLoops()).isEqualTo(300);
  }

  @Test
  void theEnvironmentMayNameTheFile() throws IOException {
    read(Map.of("MESH_CONFIG", file("port: 7")));
    assertThat(options.port).isEqualTo(7);
  }

  @Test
  void whatMayBeRepeatedIsAListInTheFileAndHasCommasInTheEnvironment() throws IOException {
    List<ServiceKey> both = List.of(ServiceKey.of("com.x.A"), ServiceKey.parse("com.x.B:1@g"));
    read(Map.of(), "--config", file("service:\n  - com.x.A\n  - com.x.B:1@g\n"));
    assertThat(options.services).isEqualTo(both);
    read(Map.of("MESH_SERVICE", "com.x.A,com.x.B:1@g"));
    assertThat(options.services).isEqualTo(both);
    read(Map.of("MESH_SERVICE", "com.x.C"), "--service", "com.x.A", "--service", "com.x.B:1@g");
    assertThat(options.services).isEqualTo(both);
  }

  @Test
  void valuesOfEveryKindAreRead() throws IOException {
    String registry = "static:h:1/com.x.A,i:1/com.x.B";
    read(
        Map.of("MESH_REGISTRY", registry, "MESH_VERBOSE", "true"),
        "--dubbo=[::1]:20880",
        "--transport=nio",
        "--log-level=debug");
    assertThat(options.common().registries()).containsExactly(registry);
    assertThat(options.dubbo).isEqualTo(new HostPort("::1", 20880));
    assertThat(options.common().transport()).isEqualTo(Transport.NIO);
    assertThat(options.common().logLevel()).isEqualTo(System.Logger.Level.DEBUG);
    assertThat(options.verbose).isTrue();
  }

  @Test
  void severalRegistriesAreRepeatedAListOrHaveABlankBetween() throws IOException {
    String one = "etcd://h:1,i:2/a";
    String other = "file:/my folder";
    read(Map.of(), "--registry", one, "--registry", other);
    assertThat(options.common().registries()).containsExactly(one, other);
    read(Map.of("MESH_REGISTRY", one + " " + other));
    assertThat(options.common().registries()).containsExactly(one, other);
    read(Map.of(), "--config", file("registry:\n  - " + one + "\n  - " + other + "\n"));
    assertThat(options.common().registries()).containsExactly(one, other);
    refuses("MESH_REGISTRY (environment): given 'zk:x'", Map.of("MESH_REGISTRY", one + " zk:x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--prot=1|--prot (flag): there is no such option; did you mean --port?",
        "--colour=1|--colour (flag): there is no such option; see --help",
        "extra|the first argument (flag): is no option, and no value of one; see --help",
        "--registry=nacos://h?passwrod=s3|--registry (flag): given 'nacos:…', expected a registry's",
        "--registry=s3/@h|--registry (flag): given '…', expected a registry's URL, but its beginning",
        "--port=abc|--port (flag): given 'abc', expected a port from 0 to 65535",
        "--port=65536|--port (flag): given '65536', expected a port from 0 to 65535",
        "--event-loops=0|--event-loops (flag): given '0', expected a whole number from 1",
        "--grace=-1|--grace (flag): given '-1', expected milliseconds, from 0",
        "--transport=x|--transport (flag): given 'x', expected one of auto, epoll, io_uring, nio",
        "--log-level=x|--log-level (flag): given 'x', expected one of error, warning, info",
        "--dubbo=h|--dubbo (flag): given 'h', expected HOST:PORT, but 'h' has no port",
        "--service=:1|--service (flag): given ':1', expected INTERFACE[:VERSION][@GROUP]",
        "--registry=zk:|--registry (flag): given 'zk:', expected a registry's URL, but 'zk' is",
        "--registry=static:x|expected a registry's URL, but entry 1 ('x'): expected HOST:PORT",
        "--admin-port|--admin-port (flag): is missing, or has no value; expected PORT",
        "--port=1 --port=2|--port (flag): given twice",
        "--port=4711 --admin-port=4711|--port (settings): 4711 is what --admin-port is; expected"
            + " another",
        "--config=/no/such|--config (flag): given '/no/such', expected a file, and there is none"
      })
  void refusesABadFlag(String args, String message) {
    refuses(message, Map.of(), args.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MESH_PORT|abc|MESH_PORT (environment): given 'abc', expected a port",
        "MESH_PRT|1|MESH_PRT (environment): there is no such setting; did you mean MESH_PORT?",
        "MESH_REGISTY|nacos://h?password=s3|MESH_REGISTY (environment): there is no such setting;"
            + " did you mean MESH_REGISTRY?",
        "MESH_HELP|true|MESH_HELP (environment): there is no such setting",
        "MESH_VERBOSE|yes|MESH_VERBOSE (environment): given 'yes', expected true or false",
        "MESH_SERVICE|a,,b|MESH_SERVICE (environment): given '', expected a value",
        "MESH_REGISTRY|nacos://h?username=a&password=s3&tsl=true|MESH_REGISTRY (environment): given"
            + " 'nacos:…', expected a registry's URL",
        "MESH_REGISTRY|etcd://a:s3@h|MESH_REGISTRY (environment): given 'etcd:…', expected",
        "MESH_CONFIG|/no/such|MESH_CONFIG (environment): given '/no/such', expected a file"
      })
  void refusesABadVariable(String name, String value, String message) {
    refuses(message, Map.of(name, value));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port: abc|port (FILE:1): given 'abc', expected a port",
        "grace: 1;prot: 1|prot (FILE:2): there is no such setting; did you mean port?",
        "admin_port: 1|admin_port (FILE:1): there is no such setting; did you mean admin-port?",
        "colour: 1|colour (FILE:1): there is no such setting",
        "registy: nacos://h?password=s3|registy (FILE:1): there is no such setting; did you mean",
        "registry=nacos://h?password=s3: x|registry… (FILE:1): there is no such setting",
        "registry=nacos://h?password=s3|FILE (line 1): expected lines of the form name: value",
        "port: 1;port: 2|port (FILE:2): given twice",
        "port: {a: 1}|port (FILE:1): expected a value or a list of values",
        "service: []|service (FILE:1): given '', expected a value",
        "service: [a, [b]]|service (FILE:1): expected a value or a list of values",
        "port: [1|FILE (line 1): not YAML",
        "- port|FILE (line 1): expected lines of the form name: value",
        "config: x|config (FILE:1): a file can't name another"
      })
  void refusesABadLineOfTheFile(String lines, String message) throws IOException {
    String file = file(lines.replace(';', '\n'));
    refuses(message.replace("FILE", file), Map.of(), "--config", file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESH_PORT=tcp://10.0.0.1:20000",
        "MESH_SERVICE_HOST=10.0.0.1",
        "MESH_SERVICE_PORT=20000",
        "MESH_SERVICE_PORT_HTTP=20000",
        "MESH_PORT_20000_TCP=tcp://10.0.0.1:20000",
        "MESH_PORT_20000_TCP_ADDR=10.0.0.1",
        "MESH_CONSUMER_SERVICE_HOST=10.0.0.1",
        "MESH_CONSUMER_PORT=tcp://10.0.0.1:20000",
        "MESH_ADMIN_PORT=tcp://10.0.0.1:20000"
      })
  void overlooksWhatKubernetesSetsForAServiceOfThisName(String variable) {
    String[] parts = variable.split("=");
    read(Map.of(parts[0], parts[1]));
    assertThat(options.port).isZero();
  }

  @Test
  void aRegistryMayBeAPluginsWhereverThePluginIsNamed() throws IOException {
    String source =
        """
        public class Here implements dev.vertxmesh.discovery.RegistryScheme {
          public String name() { return "here"; }
          public String syntax() { return "here:"; }
          public java.util.function.Function<io.vertx.core.Vertx, dev.vertxmesh.discovery.Registry>
              parse(String rest) { return null; }
        }
        """;
    String kind = "dev.vertxmesh.discovery.RegistryScheme";
    String jar = CompiledJar.write(folder, "Here", source, Map.of(kind, "Here"));
    read(Map.of("MESH_PLUGIN", jar), "--registry=here:x");
    assertThat(options.common().registries()).containsExactly("here:x");
    read(Map.of(), "--registry", "here:y", "--config", file("plugin: [" + jar + "]"));
    assertThat(options.common().registries()).containsExactly("here:y");
    refuses("'nowhere' is none of", Map.of("MESH_PLUGIN", jar), "--registry=nowhere:x");
    assertThatThrownBy(() -> read(Map.of("MESH_PLUGIN", jar, "MESH_PLUGIN_SET", "here.a=1")))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("expected none, as here has no settings");
  }

  @Test
  void theHelpTellsDefaultsAndVariables() {
    assertThat(reader.help())
        .startsWith("Usage: mesh-sample [OPTION…]")
        .contains("This agent:", "Both agents:")
        .contains("--grace MS", "10000, MESH_GRACE)")
        .contains("may be repeated (MESH_SERVICE)");
    assertThat(reader.help().lines()).allMatch(line -> line.length() <= 100);
  }

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("mesh.yaml"), text).toString();
  }

  private void read(Map<String, String> environment, String... args) {
    reader.read(List.of(args), environment);
  }

  private void refuses(String message, Map<String, String> environment, String... args) {
    assertThatThrownBy(() -> read(environment, args))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n", "s3"));
  }
}
