package dev.vertxmesh.discovery.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeTextTest {

  @Test
  void isOneShortLine() {
    assertThat(SafeText.of("a\nb\r\u2028\u0000c")).isEqualTo("a?b???c");
    assertThat(SafeText.of("x".repeat(1_000_000))).isEqualTo("x".repeat(200) + "…");
    assertThat(SafeText.of("ä 中 🙂")).isEqualTo("ä 中 🙂");
  }

  @ParameterizedTest
  @CsvSource({
    "etcd://a:1/p, etcd://a:1/p",
    "etcd://me:s3cret@a:1/p?password=s3cret, etcd://…@a:1/p?…",
    "dubbo://me:s3cret@h:20880/com.x.I?token=s3cret&a=b, dubbo://…@h:20880/com.x.I?…",
    "com.x.I/providers/dubbo%3A%2F%2Fme%3As3cret%40h%3A1%2Fcom.x.I%3Ftoken%3Ds3cret,"
        + " com.x.I/providers/dubbo%3A%2F%2F…%40h%3A1%2Fcom.x.I%3F…",
    "10.0.0.7-30000-5d1c, 10.0.0.7-30000-5d1c",
  })
  void hasNoSecretsOfAUrl(String url, String shown) {
    assertThat(SafeText.url(url)).isEqualTo(shown);
  }
}
