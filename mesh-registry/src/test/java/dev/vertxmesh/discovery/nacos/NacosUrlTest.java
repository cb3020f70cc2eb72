package dev.vertxmesh.discovery.nacos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.nacos.wire.NacosServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NacosUrlTest {

  @Test
  void hostsAloneAreEnough() {
    NacosServers servers = NacosUrl.parse("//10.0.0.5,[::1]:8849").servers(null);
    assertThat(servers.servers())
        .isEqualTo(List.of(new HostPort("10.0.0.5", 8848), new HostPort("::1", 8849)));
    assertThat(servers.user()).isNull();
    assertThat(servers.tls()).isNull();
    assertThat(servers.namespace()).isEmpty();
  }

  @Test
  void theDescriptionNamesThePlaceAndNoSecret() {
    NacosUrl url =
        NacosUrl.parse(
            "//10.0.0.5?namespace=dev&group=shop&username=agent&password=s%26cret&grpc-port=9999");
    assertThat(url.followed().description())
        .isEqualTo("nacos://10.0.0.5:8848?namespace=dev&group=shop");
    assertThat(url.servers(null).password()).isEqualTo("s&cret");
    assertThat(url.servers(null)).hasToString("nacos://[10.0.0.5:8848]");
  }

  @Test
  void aPasswordMayStandInAFile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "secret\n");
    NacosUrl url = NacosUrl.parse("//10.0.0.5?username=agent&password-file=" + file);
    assertThat(url.servers(null).password()).isEqualTo("secret");
  }

  @Test
  void aPasswordsFileThatIsNoneIsNotReadWhole(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "x".repeat((64 << 10) + 1));
    NacosUrl url = NacosUrl.parse("//10.0.0.5?username=agent&password-file=" + file);
    assertThatThrownBy(() -> url.servers(null))
        .isInstanceOf(RegistryFailure.class)
        .hasMessageContaining("password-file " + file + " is larger than 65536 bytes");
  }

  @Test
  void publicIsTheNamespaceThatEverybodyHas() {
    assertThat(NacosUrl.parse("//h?namespace=public").namespace()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "//|expected nacos://HOST",
        "//h/root|expected nacos://HOST",
        "//h:0|port is '0'",
        "//h?namspace=x|the option 'namspace' is not known, expected one of ca, cache",
        "//h?group=a b|group is 'a b', expected at most 128",
        "//h?namespace=a.b|namespace is 'a.b', expected its id",
        "//h?username=u|username and password belong together",
        "//h?password=p|username and password belong together",
        "//h?group=a&group=b|the option 'group' is given twice",
        "//h?grpc-port=70000|grpc-port is '70000', expected a whole number from 1 to 65535",
        "//h?tls=yes|tls is 'yes', expected true or false",
        "//h?tls=false&ca=x|ca, cert and key are for tls, which is false",
        "//u:p@h|not before the host",
      })
  void mistakesAreNamed(String rest, String expected) {
    assertThatThrownBy(() -> NacosUrl.parse(rest))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void whatMayBeAPasswordIsNeverRepeated() {
    for (String rest :
        List.of("//u:s3cret@h", "//h?password=s3cret%zz&username=u", "//h?password=a&s3cret")) {
      assertThatThrownBy(() -> NacosUrl.parse(rest))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("s3cret");
    }
  }
}
