package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of a call that nobody makes is what becomes of one that somebody does. */
class ExplanationTest {

  private static final String RULES =
      """
      access:
        keys: keys.yaml
        rules:
          - {who: ["group:partners"], services: ["S"], then: deny}
          - {who: ["key:shop", "key:guest"], services: ["S"], then: allow}
          - {who: [identified], services: ["T"], tags: [canary, blue], may: [dubbo.tag], then: allow}
          - {who: ["network:10.0.0.0/8"], services: ["U"], then: deny}
          - {who: ["*"], services: ["U"], then: allow}
          - {who: ["network:10.0.0.0/8"], services: ["V"], tags: [canary], then: allow}
          - {who: ["group:admins"], services: ["W"], then: log-only}
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("keys.yaml"),
        """
        keys:
          - {name: shop, groups: [partners], sha256: %s}
          - {name: guest, sha256: %s}
        """
            .formatted(KeysTest.hash("a"), KeysTest.hash("b")));
  }

  private String explain(String who, String call) throws IOException {
    Path file = Files.writeString(folder.resolve("access.yaml"), RULES);
    return Access.explain(file.toString(), who, call);
  }

  @ParameterizedTest(name = "{0} calls {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "key:shop                            | S#m | deny: key:shop may not call S#m: rule 1 (access.yaml:4)",
        "key:guest                           | S#m | allow: key:guest may call S#m: rule 2 (access.yaml:5)",
        "key:guest,group:partners            | S#m | deny: key:guest may not call S#m: rule 1 (access.yaml:4)",
        "key:guest,tag:blue                  | T#m | allow: key:guest may call T#m: rule 3 (access.yaml:6)",
        "key:guest,tag:red                   | T#m | deny: key:guest may not call T#m: no rule is for it",
        "key:guest                           | T#m | deny: key:guest may not call T#m: no rule is for it; rule 3 (access.yaml:6) (allow) would be for it with tag blue or canary",
        "anonymous                           | T#m | deny: anonymous may not call T#m: no rule is for it; it's answered with 401, as it shows nothing",
        "anonymous                           | U#m | allow: anonymous may call U#m: rule 5 (access.yaml:8); rule 4 (access.yaml:7) (deny) would be for it from its network",
        "anonymous,network:10.0.0.1          | U#m | deny: anonymous may not call U#m: rule 4 (access.yaml:7); it's answered with 401, as it shows nothing",
        "anonymous,network:11.0.0.1          | U#m | allow: anonymous may call U#m: rule 5 (access.yaml:8)",
        "anonymous,network:11.0.0.1,tag:blue | U#m | deny: anonymous may not call U#m: rule 5 (access.yaml:8) lets it, but not with a tag, as it has no may: [dubbo.tag] and another rule has",
        "anonymous                           | V#m | deny: anonymous may not call V#m: no rule is for it; it's answered with 401, as it shows nothing; rule 6 (access.yaml:9) (allow) would be for it from its network and with tag canary",
        "anonymous,network:10.0.0.1          | V#m | deny: anonymous may not call V#m: no rule is for it; it's answered with 401, as it shows nothing; rule 6 (access.yaml:9) (allow) would be for it with tag canary",
        "token:ann                           | W#m | deny: token:ann may not call W#m: no rule is for it; rule 7 (access.yaml:10) (log-only) would be for it with group:admins; which groups it has isn't known here, and wasn't given",
        "token:ann,group:users               | W#m | deny: token:ann may not call W#m: no rule is for it",
        "token:ann,group:admins              | W#m | log-only: token:ann may call W#m: rule 7 (access.yaml:10)",
        "key:nobody                          | W#m | deny: key:nobody may not call W#m: no rule is for it; rule 7 (access.yaml:10) (log-only) would be for it with group:admins; which groups it has isn't known here, and wasn't given; the file of keys has no 'nobody'",
        "certificate:x                       | W#m | deny: certificate:x may not call W#m: no rule is for it",
      })
  void whatIsGivenAndWhatTheFileOfKeysHasCountsAndWhatIsLackingIsSaid(
      String who, String call, String said) throws IOException {
    assertThat(explain(who, call).replace(folder + "/", "")).isEqualTo(said);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "shop                    | who: given 'shop', expected certificate:NAME",
        "tag:canary              | given 'tag:canary', expected certificate:NAME",
        "key:shop,tag:a,tag:b    | and after commas group:NAME, network:ADDRESS or tag:VALUE",
        "anonymous,group:admins  | expected group:NAME with key:NAME or token:NAME",
        "key:shop,network:ten    | who: given network:ten, expected an address",
        "key:shop,network:10.0.0.0/8 | network:ADDRESS or tag:VALUE",
      })
  void whatIsWrongIsTold(String who, String words) {
    assertThatThrownBy(() -> explain(who, "S#m")).hasMessageContaining(words);
    assertThatThrownBy(() -> explain("key:shop", "S.m"))
        .hasMessage("call: given 'S.m', expected package.Service#method");
    assertThatThrownBy(() -> explain(who, "S.m"))
        .hasMessageContaining(words)
        .hasMessageEndingWith("; call: given 'S.m', expected package.Service#method");
  }

  @Test
  void withoutAFileItSaysSo() {
    assertThat(Access.explain(null, "key:shop", "S#m"))
        .isEqualTo(
            "allow: key:shop may call S#m: no file of rules was given (--access), so everybody may"
                + " call everything");
  }
}
