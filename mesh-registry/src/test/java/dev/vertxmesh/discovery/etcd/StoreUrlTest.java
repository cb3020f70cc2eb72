package dev.vertxmesh.discovery.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.net.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoreUrlTest {

  @Test
  void hostsAloneAreEnough() {
    StoreUrl url = parse("//a,b:1,[::1]:2,[::2]");
    assertThat(url.endpoints())
        .containsExactly(
            new HostPort("a", 2379),
            new HostPort("b", 1),
            new HostPort("::1", 2),
            new HostPort("::2", 2379));
    assertThat(url.folder()).isEqualTo("/vertx-mesh/instances/");
    assertThat(url.tls()).isNull();
    assertThat(url.user()).isNull();
    assertThat(url.ttlSeconds()).isEqualTo(10);
    assertThat(url.keyed().snapshot().toString())
        .startsWith(System.getProperty("user.home") + "/.vertx-mesh/cache/etcd-a-2379-b-1-")
        .endsWith(".json");
  }

  @Test
  void dubbosOwnLayoutIsAnotherFolderWithAnotherSnapshot() {
    StoreUrl url = parse("//a/shop?dubbo=/dubbo");
    assertThat(url.dubboFolder()).isEqualTo("/dubbo/");
    assertThat(url.keyedDubbo().description()).isEqualTo("etcd://a:2379/dubbo/");
    assertThat(url.keyedDubbo().snapshot()).isNotEqualTo(url.keyed().snapshot());
    assertThat(parse("//a/shop").dubboFolder()).isNull();
    assertThat(parse("//a/shop").ruleFolder()).isNull();
    assertThat(url.ruleFolder()).isEqualTo("/dubbo/config/dubbo/");
    assertThat(parse("//a?dubbo=/d&rules=mine").ruleFolder()).isEqualTo("/d/config/mine/");
    assertThat(parse("//a?dubbo=/d&rules=none").ruleFolder()).isNull();
  }

  @Test
  void everythingCanBeSaid(@TempDir Path folder) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "s&cret\n");
    StoreUrl url =
        parse(
            "//a:1/my/mesh/?user=me&password-file="
                + password
                + "&ca=/c/ca.pem&cert=/c/cert.pem&key=/c/key.pem&ttl=5&wait=3600&cache=none");
    assertThat(url.folder()).isEqualTo("/my/mesh/instances/");
    assertThat(url.password()).isEqualTo("s&cret");
    assertThat(url.tls())
        .isEqualTo(
            TlsFiles.of(Path.of("/c/cert.pem"), Path.of("/c/key.pem"), Path.of("/c/ca.pem")));
    assertThat(url.keyed()).isEqualTo(new KeyedOptions("etcd://a:1/my/mesh", 5, 3_600, null));
  }

  @Test
  void noSecretIsTold() {
    StoreUrl url = parse("//a?user=me&password=a%26b+c");
    assertThat(url.password()).isEqualTo("a&b+c");
    assertThat(url.describe()).isEqualTo("etcd://a:2379/vertx-mesh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sec&ret", "x&sec=ret", "sec%ret", "%sec"})
  void aPasswordThatIsNotEncodedIsNotShownEither(String password) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("//a?user=me&password=" + password))
        .withMessageContaining("password")
        .withMessageNotContaining("sec")
        .withMessageNotContaining("ret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:1                     | is incomplete, expected etcd://HOST[:PORT]",
        "//                      | has no host",
        "//a,,b                  | has no host",
        "//me:secret@a           | a user stands in user=NAME",
        "//a:0                   | port is '0'",
        "//a/x y                 | the prefix is '/x y'",
        "//a//b                  | the prefix is '//b'",
        "//a?dubbo=dubbo         | dubbo is 'dubbo', expected such as /dubbo",
        "//a?dubbo=/d&rules=a/b  | rules is 'a/b', expected none, or a group's name",
        "//a?rules=mine          | rules stand below dubbo=, which isn't given",
        "//a?tlss=true           | the option 'tlss' is not known, expected one of ca, cache, cert",
        "//a?ttl                 | the option 'ttl' is not known",
        "//a?ttl=1               | ttl is '1', expected seconds from 2 to 3600",
        "//a?ttl=x               | ttl is 'x'",
        "//a?ttl=5&ttl=6         | the option 'ttl' is given twice",
        "//a?user=me             | user and password belong together",
        "//a?password=x          | user and password belong together",
        "//a?user=me&password=x&password-file=y | exclude each other",
        "//a?cert=x              | cert and key belong together",
        "//a?key-password-file=x | key-password-file is for an encrypted key",
        "//a?tls=maybe           | tls is 'maybe', expected true or false",
        "//a?tls=false&ca=x      | ca, cert and key are for tls",
      })
  void whatIsWrongIsNamed(String rest, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(rest))
        .withMessageContaining(problem);
  }

  private static StoreUrl parse(String rest) {
    return StoreUrl.parse("etcd", rest);
  }

  @Test
  void filesThatCantBeUsedAreNamed(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("missing");
    Path other = Files.writeString(folder.resolve("other"), "no certificate");
    assertNoTls("ca=" + missing, "ca: " + missing + " doesn't exist");
    assertNoTls("ca=" + other, "ca: " + other + " holds no certificate");
    assertNoTls("cert=" + missing + "&key=" + other, "cert: " + missing + " doesn't exist");
  }

  private static void assertNoTls(String options, String why) {
    StoreUrl url = parse("//h?" + options);
    assertThatThrownBy(() -> url.openTls(null))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageStartingWith("registry etcd://h:2379/vertx-mesh: " + why);
  }
}
