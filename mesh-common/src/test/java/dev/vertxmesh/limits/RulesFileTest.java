package dev.vertxmesh.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.access.Access;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.yaml.WatchedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file with rules of access and limits is one: it counts as a whole. */
class RulesFileTest {

  @TempDir Path folder;
  private final MeshMeters meters = new MeshMeters("mesh-sample", "1");

  /** Those of a file, or of access' own for null. */
  private CallerLimits limits(Path file, Access access) {
    SharedLimits unshared = new SharedLimits(null, null, Map.of());
    String name = file == null ? null : file.toString();
    return CallerLimits.open(null, name, access.file(), meters, unshared, () -> 1);
  }

  private static void bothParts(Path file, String access, String limits) throws IOException {
    Files.writeString(
        file, "access: {rules: [%s]}\nlimits: {rules: [%s]}".formatted(access, limits));
  }

  @ParameterizedTest(name = "{0} {1}, {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "true  | {who: '*', services: '*', then: perhaps} | {name: late, calls: 5} | both.yaml:1: then: given",
        "false | {who: '*', services: '*', then: perhaps} | {name: late, calls: 5} | both.yaml:1: then: given",
        "true  | {who: '*', services: '*', then: deny} | {name: late, calls: many} | both.yaml:2: calls: given",
        "false | {who: '*', services: '*', then: deny} | {name: late, calls: many} | both.yaml:2: calls: given",
      })
  void ofAFileWithBothPartsAFaultInOneKeepsTheOtherToo(
      boolean named, String rule, String limit, String words) throws IOException {
    Path both = folder.resolve("both.yaml");
    bothParts(both, "", "{name: one, calls: 1}");
    Access access = Access.open(null, both.toString(), meters);
    CallerLimits limits = limits(named ? both : null, access);
    bothParts(both, rule, limit);
    assertThat(access.file().lookNow()).isFalse();
    assertThat(access.described().getInteger("rules")).isZero();
    assertThat(limits.config().limits())
        .extracting(one -> one.rule().name())
        .containsExactly("one");
    assertThat(access.described().getString("problem")).contains(words);
    assertThat(limits.described().getString("problem")).contains(words);
    assertThat(refused()).containsExactly("access 1", "limits 1");

    bothParts(both, "{who: '*', services: '*', then: deny}", "{name: late, calls: 5}");
    assertThat(limits.lookNow()).isTrue();
    assertThat(access.described().getInteger("rules")).isOne();
    assertThat(limits.config().limits())
        .extracting(one -> one.rule().name())
        .containsExactly("late");
    assertThat(access.described().getString("problem")).isEmpty();
    assertThat(limits.described().getString("problem")).isEmpty();
    assertThat(refused()).containsExactly("access 0", "limits 0");
  }

  /** What the metric says of each kind of rules. */
  private List<String> refused() {
    return meters
        .scrape()
        .lines()
        .filter(line -> line.startsWith("mesh_rules_refused{"))
        .map(line -> line.replaceFirst(".*kind=\"(\\w+)\".* (\\d)\\.0", "$1 $2"))
        .sorted()
        .toList();
  }

  @Test
  void filesOfTheirOwnDontKeepOneAnother() throws IOException {
    Path rules = Files.writeString(folder.resolve("access.yaml"), "access: {rules: []}");
    Access access = Access.open(null, rules.toString(), meters);
    Path own =
        Files.writeString(
            folder.resolve("limits.yaml"), "limits: {rules: [{name: one, calls: 1}]}");
    CallerLimits limits = limits(own, access);
    Files.writeString(rules, "access: {rules: perhaps}");
    assertThat(access.file().lookNow()).isFalse();
    Files.writeString(own, "limits: {rules: [{name: late, calls: 1}]}");
    assertThat(limits.lookNow()).isTrue();
    assertThat(limits.described().getString("problem")).isEmpty();
  }

  @Test
  void aReadingThatEndsOnlyAfterItIsClosedConnectsToNobody() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("limits.yaml"), "limits: {rules: [{name: one, calls: 1}]}");
    List<RedisConfig> made = new ArrayList<>();
    SharedLimits shared =
        new SharedLimits(
            (config, clock) -> {
              made.add(config);
              return null;
            },
            null,
            Map.of());
    CallerLimits limits =
        CallerLimits.open(
            null, file.toString(), new WatchedFile(null, null), meters, shared, () -> 1);
    shared.close(); // the file's look goes on
    Files.writeString(
        file, "limits: {redis: {url: 'redis://a'}, rules: [{name: two, calls: 1, shared: true}]}");
    assertThat(limits.lookNow()).as("%s", limits.described()).isTrue();
    assertThat(made).isEmpty();
  }
}
