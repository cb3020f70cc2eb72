package dev.vertxmesh.it.advisories;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ships, next to what is known of it: the agents, and the samples that become images. */
class ShippedJarsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final List<String> JARS =
      List.of("mesh-consumer", "mesh-provider", "samples/dubbo-provider", "samples/dubbo2");

  /** By CycloneDX; its goal does nothing where Maven is offline, and then by Maven's own list. */
  private static Sbom read(String jar) {
    String name = Path.of(jar).getFileName().toString();
    Path target = ROOT.resolve(jar).resolve("target");
    Path sbom = target.resolve(name + ".cdx.json");
    Path list = target.resolve(name + ".jars");
    try {
      if (isOfThisBuild(sbom, jar)) {
        return Sbom.parse(Files.readString(sbom));
      }
      assertThat(isOfThisBuild(list, jar)).as("%s is of this build: mvn package", list).isTrue();
      return Sbom.ofList(name, Files.readString(list));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** There may be one of another. */
  private static boolean isOfThisBuild(Path file, String jar) throws IOException {
    return Files.exists(file)
        && isNewer(file, ROOT.resolve("pom.xml"))
        && isNewer(file, ROOT.resolve(jar).resolve("pom.xml"));
  }

  private static boolean isNewer(Path file, Path than) throws IOException {
    return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(than)) >= 0;
  }

  private static Set<String> testClasses() throws IOException {
    try (Stream<Path> files = Files.find(ROOT, 12, (file, is) -> isTest(file))) {
      return files
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .collect(Collectors.toSet());
    }
  }

  private static boolean isTest(Path file) {
    return file.toString().contains("/src/test/java/") && file.toString().endsWith(".java");
  }

  private static Advisories advisories() throws IOException {
    return Advisories.parse(Files.readString(ROOT.resolve("scripts/advisories.json")));
  }

  @Test
  void haveNoKnownHolesButThoseThatCannotHurt() throws IOException {
    List<Sbom> jars = JARS.stream().map(ShippedJarsTest::read).toList();
    assertThat(jars).allSatisfy(jar -> assertThat(jar.components()).hasSizeGreaterThan(10));
    Set<String> tests = testClasses();
    assertThat(advisories().faults(jars, tests::contains))
        .as("what scripts/advisories.json says of the jars that ship")
        .isEmpty();
  }

  /** Each of these has to fail the build, should it come back. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.netty/netty-codec-http2@4.2.9.Final",
        "io.netty/netty-codec-http@4.2.17.Final",
        "io.netty/netty-handler@4.2.14.Final",
        "com.fasterxml.jackson.core/jackson-databind@2.18.6",
        "com.google.guava/guava@31.1-jre",
        "org.yaml/snakeyaml@1.33",
      })
  void wouldNotShipWithWhatIsKnownToBeBad(String library) throws IOException {
    Sbom planted =
        new Sbom("mesh-consumer", List.of(Component.of("pkg:maven/" + library + "?type=jar")));
    Advisories known = advisories();
    assertThat(new Advisories(known.known(), List.of()).faults(List.of(planted), any -> true))
        .isNotEmpty();
  }
}
