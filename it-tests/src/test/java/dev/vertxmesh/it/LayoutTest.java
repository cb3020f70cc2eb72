package dev.vertxmesh.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How large things may be, and which packages know which. */
@AnalyzeClasses(
    packages = "dev.vertxmesh",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class LayoutTest {

  private static final int MOST_FILES = 25;
  private static final int MOST_LINES = 300;
  private static final int MOST_IN_A_CIRCLE = 4;

  /** Who takes sockets and contexts from Vert.x as they are inside. */
  private static final String[] KNOW_INTERNALS = {
    "dev.vertxmesh.accept",
    "dev.vertxmesh.bridge.dubbo",
    "dev.vertxmesh.bridge.dubbo.connection",
    "dev.vertxmesh.consumer",
    "dev.vertxmesh.exchange",
    "dev.vertxmesh.http1",
    "dev.vertxmesh.http2",
    "dev.vertxmesh.ingress.dubbo",
    "dev.vertxmesh.launch.settings",
    "dev.vertxmesh.link",
    "dev.vertxmesh.links",
    "dev.vertxmesh.listen"
  };

  @ArchTest
  static void everyPackageKnowsOnlyThoseThatItMay(JavaClasses classes) throws IOException {
    List<String> inUse = AllowedPackages.inUse(classes);
    Path current = Path.of("target", "packages.allowed");
    Files.createDirectories(current.getParent());
    Files.write(current, inUse);
    assertThat(inUse)
        .as("packages.allowed; what is in use now is in it-tests/%s", current)
        .containsExactlyElementsOf(AllowedPackages.written());
  }

  @ArchTest
  static void noCircleOfClassesHasMoreThanFourFiles(JavaClasses classes) {
    assertThat(ClassCircles.of(classes))
        .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(MOST_IN_A_CIRCLE));
  }

  @ArchTest
  static void aPackageHas25FilesAtMostAndSaysWhatItIs(JavaClasses classes) throws IOException {
    SourceTree sources = SourceTree.read();
    assertThat(sources.filesOfPackages())
        .allSatisfy((name, files) -> assertThat(files).isLessThanOrEqualTo(MOST_FILES));
    assertThat(sources.withoutPackageInfo()).isEmpty();
  }

  @ArchTest
  static void aFileHas300LinesAtMost(JavaClasses classes) throws IOException {
    assertThat(SourceTree.read().longerThan(MOST_LINES)).isEmpty();
  }

  @ArchTest
  static void aSimpleNameStandsInOnePackage(JavaClasses classes) throws IOException {
    assertThat(SourceTree.read().namesInSeveralPackages()).isEmpty();
  }

  @ArchTest
  static final ArchRule vertxInternalsAreTouchedInFewPackages =
      noClasses()
          .that()
          .resideOutsideOfPackages(KNOW_INTERNALS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.vertx.core.internal..", "io.vertx.core..impl..");

  @ArchTest
  static final ArchRule implementationsAreTouchedInFewerStill =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.vertxmesh.http1",
              "dev.vertxmesh.http2",
              "dev.vertxmesh.launch.settings",
              "dev.vertxmesh.listen")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.vertx.core..impl..");

  /** Options' fields are our own. */
  @ArchTest
  static final ArchRule privateFieldsOfOthersAreOpenedInOnePackage =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.vertxmesh.http2")
          .and()
          .doNotHaveFullyQualifiedName("dev.vertxmesh.launch.settings.OptionSpec")
          .should()
          .callMethod(java.lang.reflect.Field.class, "setAccessible", boolean.class)
          .orShould()
          .callMethod(AccessibleObject.class, "setAccessible", boolean.class);
}
