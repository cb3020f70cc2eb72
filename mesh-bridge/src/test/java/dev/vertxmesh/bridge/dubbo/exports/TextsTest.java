package dev.vertxmesh.bridge.dubbo.exports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.ServiceKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What real providers said, reads as what they export. The resources begin with the release. */
class TextsTest {

  private static final ServiceKey HELLO =
      new ServiceKey("com.alibaba.dubbo.performance.demo.provider.IHelloService", "blue", "1.2.0");
  private static final ServiceKey USERS =
      new ServiceKey("dev.vertxmesh.samples.UserService", "blue", "1.2.0");

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "2.7.23"})
  void theErrorForAMissingServiceListsThoseThatAreThere(String release) throws IOException {
    assertThat(MissingServiceError.read(text(release + "-missing.txt")))
        .containsExactlyInAnyOrder(HELLO, USERS);
  }

  @Test
  void theErrorOfDubbo3ListsItsMetadataServiceToo() throws IOException {
    assertThat(MissingServiceError.read(text("3.3.6-missing.txt")))
        .containsExactlyInAnyOrder(
            HELLO, USERS, new ServiceKey(DubboServiceKeys.METADATA, "samples-dubbo3", "1.0.0"))
        .filteredOn(DubboServiceKeys::isDubbos)
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x.Y:1 in [a.B:1, g/a.C:2.0:1, a.D:11, v/a.E:3:2]|[a.B, a.C:2.0@g]",
        "g/x.Y:1.0:20880 in []|[]",
        "x.Y:1 in [a.B:1|",
        "|"
      })
  void onlyServicesOfThePortThatWasAskedCount(String text, String services) {
    List<ServiceKey> read =
        MissingServiceError.read("Not found exported service: " + text + ", may");
    assertThat(read == null ? null : read.toString()).isEqualTo(services);
  }

  @Test
  void whatNoRegistryCouldWriteDownIsLeftOut() {
    List<ServiceKey> told =
        MissingServiceError.read(
            "Not found exported service: x:1 in [com.x.A:1, :1, g/:1, a b:1, com.x.B:1@2:1], may");
    Exports exports = new Exports(told.stream().map(Export::of).toList());
    assertThat(exports.services()).containsExactly(ServiceKey.of("com.x.A"));
  }

  @Test
  void anotherErrorListsNothing() {
    assertThat(MissingServiceError.read("Fail to decode request due to: RpcInvocation")).isNull();
  }

  @Test
  void telnetOf26TellsParameters() throws IOException {
    List<Export> exports = TelnetListing.services(text("2.6.12-ls-l.txt"));
    assertThat(exports).extracting(Export::service).containsExactlyInAnyOrder(HELLO, USERS);
    assertThat(exports)
        .allSatisfy(
            export ->
                assertThat(export.parameters())
                    .containsAllEntriesOf(Map.of("serialization", "hessian2", "threads", "200")));
  }

  @Test
  void telnetOf27TellsNamesOnly() throws IOException {
    assertThat(TelnetListing.services(text("2.7.23-ls-l.txt")))
        .containsExactlyInAnyOrder(Export.of(HELLO), Export.of(USERS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.6.12", "2.7.23"})
  void telnetTellsEachMethodWithItsTypes(String release) throws IOException {
    List<MethodSignature> methods = TelnetListing.methods(text(release + "-ls-l-service.txt"));
    assertThat(methods).hasSize(46);
    assertThat(methods)
        .contains(
            new MethodSignature("reverse", List.of("byte[]"), "byte[]"),
            new MethodSignature("touch", List.of(), "void"),
            new MethodSignature(
                "concat", List.of("java.lang.String", "int", "boolean"), "java.lang.String"));
    Exports exports = new Exports(List.of(new Export(USERS, methods, Map.of())));
    assertThat(exports.methods(USERS, "find"))
        .extracting(MethodSignature::parameterTypes)
        .containsExactlyInAnyOrder(
            List.of("long"),
            List.of("java.lang.String"),
            List.of("java.lang.String", "dev.vertxmesh.samples.Role"));
    assertThat(exports.methods(USERS, "None")).isEmpty();
    assertThat(exports.methods(HELLO, "find")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2.7.23-disabled.txt", "3.3.6-ls-l.txt", "2.6.12-ls-l-none.txt"})
  void whatIsNoListIsReadAsNone(String resource) throws IOException {
    assertThat(TelnetListing.services(text(resource))).isEmpty();
    assertThat(TelnetListing.methods(text(resource))).isEmpty();
    assertThat(QosListing.read(text(resource))).isNull();
    assertThat(QosListing.isWhole(text(resource))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.3.6-qos-ls.txt", "3.3.6-qos-ls-registry.txt"})
  void qosTellsServicesWithoutDubbosOwn(String resource) throws IOException {
    String text = text(resource);
    assertThat(QosListing.isWhole(text)).isTrue();
    assertThat(QosListing.read(text)).containsExactlyInAnyOrder(HELLO, USERS);
    assertThat(QosListing.isWhole(text.substring(0, text.indexOf("dubbo>")))).isFalse();
  }

  @Test
  void aUrlTellsItsParametersDecoded() {
    Export url =
        ExportUrl.parse(
            "dubbo://1.2.3.4:20880/demo/com.x.A?group=g&version=1.0&interface=com.x.A"
                + "&prefer.serialization=fastjson2%2Chessian2&odd=%zz&empty=");
    assertThat(url.service()).isEqualTo(new ServiceKey("com.x.A", "g", "1.0"));
    assertThat(url.parameters())
        .containsEntry("prefer.serialization", "fastjson2,hessian2")
        .containsEntry("odd", "%zz")
        .containsEntry("empty", "");
    assertThat(ExportUrl.parse("tri://1.2.3.4:50051/com.x.A?version=1.0")).isNull();
    assertThat(ExportUrl.parse("dubbo://1.2.3.4:20880/com.x.A")).isNull();
  }

  private static String text(String resource) throws IOException {
    try (InputStream in = TextsTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
