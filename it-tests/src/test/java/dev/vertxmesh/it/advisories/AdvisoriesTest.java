package dev.vertxmesh.it.advisories;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the gate finds what it is there for. */
class AdvisoriesTest {

  private static final String HOLE =
      """
      {"id": "CVE-1", "package": "pkg:maven/io.netty/netty-codec-http2",
       "affected": "[4.2.0.Final,4.2.10.Final)", "fixed": "4.2.10.Final",
       "summary": "a flood", "date": "2026-03-24", "source": "somebody"}
      """;

  private static final String ACCEPTED =
      """
      {"id": "CVE-1", "in": ["mesh-consumer"], "reason": "a guard", "tests": ["FloodIT"],
       "review": "2027-02-01"}
      """;

  private static Advisories advisories(String accepted) {
    return Advisories.parse("{\"advisories\": [%s], \"accepted\": [%s]}".formatted(HOLE, accepted));
  }

  private static Sbom sbom(String jar, String version) {
    return Sbom.parse(
        """
        {"metadata": {"component": {"name": "%s"}},
         "components": [{"purl": "pkg:maven/io.netty/netty-codec-http2@%s?type=jar"},
                        {"purl": "pkg:maven/io.netty/netty-codec@4.2.9.Final?type=jar"}]}
        """
            .formatted(jar, version));
  }

  private static List<String> faults(String accepted, Sbom... jars) {
    return advisories(accepted).faults(List.of(jars), "FloodIT"::equals);
  }

  @Test
  void aPlantedBadVersionIsFoundAndNamed() {
    assertThat(faults("", sbom("mesh-consumer", "4.2.9.Final")))
        .containsExactly(
            "mesh-consumer has pkg:maven/io.netty/netty-codec-http2 4.2.9.Final, which CVE-1"
                + " affects (a flood): 4.2.10.Final is the first without it");
  }

  @Test
  void aVersionWithoutTheHoleIsFine() {
    assertThat(faults("", sbom("mesh-consumer", "4.2.18.Final"))).isEmpty();
  }

  @Test
  void whatIsAcceptedIsFineInThatJarAlone() {
    assertThat(faults(ACCEPTED, sbom("mesh-consumer", "4.2.9.Final"))).isEmpty();
    assertThat(
            faults(
                ACCEPTED,
                sbom("mesh-consumer", "4.2.9.Final"),
                sbom("mesh-provider", "4.2.9.Final")))
        .singleElement()
        .asString()
        .startsWith("mesh-provider has ");
  }

  @Test
  void whatIsAcceptedForNothingHasToGo() {
    assertThat(faults(ACCEPTED, sbom("mesh-consumer", "4.2.10.Final")))
        .containsExactly(
            "CVE-1 is accepted in mesh-consumer, which has nothing that it affects: delete it"
                + " there");
  }

  @Test
  void whatIsAcceptedForATestNeedsTheTest() {
    assertThat(faults(ACCEPTED.replace("FloodIT", "GoneIT"), sbom("mesh-consumer", "4.2.9.Final")))
        .containsExactly(
            "CVE-1 is accepted for what GoneIT proves, and there's no such test class");
  }

  @Test
  void nothingIsAcceptedWithoutAReasonATestAndADate() {
    assertThatThrownBy(() -> advisories(ACCEPTED.replace("a guard", " ")))
        .hasMessage("CVE-1 has no reason");
    assertThatThrownBy(() -> advisories(ACCEPTED.replace("[\"FloodIT\"]", "[]")))
        .hasMessage("CVE-1 has no tests");
    assertThatThrownBy(() -> advisories(ACCEPTED.replace("review", "reviewed")))
        .hasMessage("CVE-1 has no review");
  }

  @Test
  void aHoleThatStandsThereTwiceIsRefused() {
    assertThatThrownBy(
            () ->
                Advisories.parse(
                    "{\"advisories\": [%s,%s], \"accepted\": []}".formatted(HOLE, HOLE)))
        .hasMessage("CVE-1 of pkg:maven/io.netty/netty-codec-http2 stands there twice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[4.2.0.Final,4.2.10.Final) | 4.2.9.Final | true",
        "[4.2.0.Final,4.2.10.Final) | 4.2.10.Final | false",
        "[4.2.0.Final,4.2.10.Final) | 4.2.2.Final | true",
        "[4.2.0.Final,4.2.10.Final) | 4.1.128.Final | false",
        "[4.2.0.Final,4.2.10.Final) | 4.2.0.RC1 | false",
        "[5.0.0,5.0.12] | 5.0.12 | true",
        "[5.0.0,5.0.12] | 5.0.12.1 | false",
        "(5.0.0,5.0.12] | 5.0.0 | false",
        "(,2.18.8) | 2.9.10 | true",
        "(,2.18.8),[2.19.0,2.21.4) | 2.18.8 | false",
        "(,2.18.8),[2.19.0,2.21.4) | 2.20.1 | true",
        "[1,) | 9999.0-empty-to-avoid-conflict-with-guava | true",
      })
  void rangesAreMavens(String range, String version, boolean contained) {
    assertThat(VersionRange.parse(range).contains(version)).isEqualTo(contained);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"4.2.9", "[4.2.9]", "[1,2),", "[1,2)x[3,4)", "''"})
  void whatIsNoRangeIsRefused(String range) {
    assertThatThrownBy(() -> VersionRange.parse(range)).hasMessageContaining("expected such as");
  }
}
