package dev.vertxmesh.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegistriesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "etcd://me:s3cret@h:2379/p",
        "etcd://me:s3cret@h",
        "etcd:me:s3cret@h",
        "etcd://me:s3,s3cret@h",
        "etcd://me:s3/s3cret@h",
        "etcd://me:s3?s3cret@h",
        "etcd://me:3?s3cret@h",
        "etcd://me:s3cret?@h",
        "etcd://h?user=me&password=x%s3cret",
        "etcd://h?user=me&password=x&s3cret",
        "etcd://h?s3cret=1",
        "etcd://h?user=me&passwort=s3cret",
        "etcd://h?user=me&password=s3cret&password=s3cret",
        "etcd://h?password=s3cret",
        "etcd://h?user=me&password=s3cret&ttl=0",
        "etcd2://me:s3cret@h:2379/p",
        "etcd//me:s3cret@h",
        "me.s3cret@h",
        "//me:s3cret@h:2379",
        "s3cret@h:2379",
        "static:me:s3cret@h:1/com.x.I",
        "static:dubbo://me:s3cret@h:1",
        "static:dubbo://me:s3cret@h",
      })
  void nothingOfAPasswordIsSaidOfAUrlThatIsRefused(String url) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Registries.parse(url, Registries.own()))
        .satisfies(e -> assertThat(e.toString()).doesNotContain("s3"));
  }

  @Test
  void anUnknownSchemeIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Registries.parse("etdc://h", Registries.own()))
        .withMessageStartingWith("'etdc' is none of ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Registries.parse("etcd", Registries.own()))
        .withMessageStartingWith("its beginning is none of ");
  }
}
