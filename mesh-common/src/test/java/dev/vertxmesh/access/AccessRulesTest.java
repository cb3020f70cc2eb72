package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.yaml.ReadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rule decides about a call, and what a file of rules may say. */
class AccessRulesTest {

  private static final String RULES =
      """
      access:
        rules:
          - {who: ["key:shop"], services: ["a.Orders#place", "a.Orders#get*"], then: allow}
          - {who: ["group:banned"], services: ["*"], then: deny}
          - {who: ["token:*"], services: ["b.*"], then: allow}
          - {who: ["certificate:spiffe://mesh/*"], services: ["c.Stock"], then: allow}
          - {who: ["network:10.0.0.0/8", "network:fd00::/8"], services: ["d.Health"], then: allow}
          - {who: ["key:old"], services: ["*"], then: log-only}
          - {who: ["key:generic"], services: ["a.Orders", "a.Orders#$invoke"], then: allow}
          - {who: [anonymous], services: ["e.Open"], then: allow}
          - {who: [identified], services: ["e.*"], then: allow}
      """;

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void name() {
    file = folder.resolve("access.yaml");
  }

  private AccessConfig read(String yaml) throws IOException {
    Files.writeString(file, yaml);
    return AccessConfig.read(ReadFile.of(file), null);
  }

  @ParameterizedTest(name = "{0} calls {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "key:shop                          | a.Orders#place       | allow    | rule 1",
        "key:shop                          | a.Orders#getAll      | allow    | rule 1",
        "key:shop                          | a.Orders#get         | allow    | rule 1",
        "key:shop                          | a.Orders#cancel      | deny     | no rule",
        "key:shop                          | a.OrdersX#place      | deny     | no rule",
        "key:shopper                       | a.Orders#place       | deny     | no rule",
        "token:shop                        | a.Orders#place       | deny     | no rule",
        "key:shop,group:banned             | a.Orders#place       | allow    | rule 1",
        "token:ann                         | b.Any#method         | allow    | rule 3",
        "token:ann,group:banned            | b.Any#method         | deny     | rule 2",
        "token:ann                         | bb.Any#method        | deny     | no rule",
        "anonymous                         | b.Any#method         | deny     | no rule",
        "certificate:spiffe://mesh/x       | c.Stock#left         | allow    | rule 4",
        "certificate:spiffe://other/x      | c.Stock#left         | deny     | no rule",
        "anonymous,network:10.1.2.3        | d.Health#check       | allow    | rule 5",
        "anonymous,network:::ffff:10.1.2.3 | d.Health#check       | allow    | rule 5",
        "anonymous,network:fd12::1         | d.Health#check       | allow    | rule 5",
        "anonymous,network:11.1.2.3        | d.Health#check       | deny     | no rule",
        "key:old                           | z.Any#thing          | log-only | rule 6",
        "key:old                           | a.Orders#$invoke     | deny     | no rule",
        "token:ann                         | b.Any#$echo          | deny     | no rule",
        "key:generic                       | a.Orders#cancel      | allow    | rule 7",
        "key:generic                       | a.Orders#$invoke     | allow    | rule 7",
        "key:generic                       | a.Orders#$invokeAsync| deny     | no rule",
        "anonymous                         | e.Open#x             | allow    | rule 8",
        "anonymous                         | e.Shut#x             | deny     | no rule",
        "key:any                           | e.Shut#x             | allow    | rule 9",
      })
  void theFirstRuleThatFitsDecides(String who, String call, String verdict, String by)
      throws IOException {
    String said = Explanation.of(read(RULES), who, call);
    assertThat(said).startsWith(verdict + ": ").contains(": " + by);
  }

  @Test
  void withoutRulesAllMayCallAll() throws IOException {
    AccessConfig config = read("access: {}\n");
    assertThat(Explanation.of(config, "anonymous", "a.B#c"))
        .isEqualTo("allow: anonymous may call a.B#c: there are no rules");
  }

  @Test
  void otherSettingsMayStandInTheSameFile() throws IOException {
    assertThat(read("port: 20000\n" + RULES).rules().size()).isEqualTo(9);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "rules: []                                          | access.yaml:1: a file of rules needs 'access'",
        "access: {rule: []}                                 | access.yaml:1: access has no 'rule'; did you mean rules?",
        "access: {rules: [{who: [x], services: [a]}]}       | given 'x', expected certificate:NAME, key:NAME",
        "access: {rules: [{who: [\"key:\"], services: [a], then: allow}]} | given 'key:', expected certificate:NAME",
        "access: {rules: [{who: [\"key:a*b\"], services: [a], then: allow}]} | expected a * at the end only",
        "access: {rules: [{who: [\"*\"], services: [\"a*b\"], then: allow}]} | given 'a*b', expected package.Service#method",
        "access: {rules: [{who: [\"*\"], services: [a], then: permit}]} | then: given 'permit', expected allow, deny or log-only",
        "access: {rules: [{who: [\"*\"], services: [], then: allow}]} | the list is empty",
        "access: {rules: [{who: [\"*\"], then: allow}]}      | a rule needs 'services'",
        "access: {rules: [{who: [\"network:10.0.0.0/33\"], services: [a], then: allow}]} | from 0 to 32 bits",
        "access: {rules: [{who: [\"network:ten\"], services: [a], then: allow}]} | expected an address",
        "access: [                                          | not YAML",
        "access: {keys: none.yaml}                          | none.yaml: there is no such file",
      })
  void whatIsWrongIsToldWithItsPlace(String yaml, String words) {
    assertThatThrownBy(() -> read(yaml)).hasMessageContaining(words);
  }

  @Test
  void theLineOfABadRuleIsTold() {
    assertThatThrownBy(() -> read(RULES + "    - {who: [\"*\"], services: [\"*\"], then: alow}\n"))
        .hasMessageContaining("access.yaml:12: then: given 'alow'");
  }
}
