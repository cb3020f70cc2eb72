package dev.vertxmesh.ingress.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainPathTest {

  @Test
  void hasAnInterfaceAndAMethod() {
    assertThat(PlainPath.of("/com.x.Hello$Inner/say_Hello-2"))
        .isEqualTo(new PlainPath("com.x.Hello$Inner", "say_Hello-2"));
    assertThat(PlainPath.of("/a/$echo")).isEqualTo(new PlainPath("a", "$echo"));
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(
      strings = {
        "/",
        "//",
        "/a",
        "/a/",
        "//a",
        "/a//b",
        "/a/b/",
        "/a/b/c",
        "a/b",
        "*",
        "/./b",
        "/../b",
        "/a/..",
        "/a/.",
        "/a%2Fb/c",
        "/a/b%20",
        "/a/b+c",
        "/a/b;c",
        "/a/b:c",
        "/a b/c",
        "/a/ä",
        "/.hidden/a",
        "http://host/a/b"
      })
  void anyOtherPathIsTheRouters(String path) {
    assertThat(PlainPath.of(path)).isNull();
  }
}
