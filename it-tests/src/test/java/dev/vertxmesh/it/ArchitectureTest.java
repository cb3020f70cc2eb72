package dev.vertxmesh.it;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.vertxmesh.net.SocketSetup;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of the layout: who may know whom, and how nothing is called. */
@AnalyzeClasses(
    packages = "dev.vertxmesh",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  private static final String MESH = "dev.vertxmesh..";
  private static final String FRAME = "dev.vertxmesh.frame..";
  private static final String DUBBO = "dev.vertxmesh.dubbo..";
  private static final String FLOW = "dev.vertxmesh.flow..";
  private static final String GRPC = "dev.vertxmesh.grpc..";
  private static final String CALL = "dev.vertxmesh.call..";
  private static final String PICKER = "dev.vertxmesh.picker..";
  private static final String PLUGIN = "dev.vertxmesh.plugin..";
  private static final String FILTER = "dev.vertxmesh.filter..";
  private static final String STREAM = "dev.vertxmesh.stream..";
  private static final String ADDRESS = "dev.vertxmesh.address..";
  private static final String ROUTING = "dev.vertxmesh.routing..";
  private static final String SPELLING = "dev.vertxmesh.spelling..";
  private static final String TELEMETRY = "dev.vertxmesh.telemetry..";
  private static final String SOCKET = "dev.vertxmesh.net..";
  private static final String EXCHANGE = "dev.vertxmesh.exchange..";
  private static final String GRPC_HTTP = "dev.vertxmesh.grpchttp..";
  private static final String MEMORY = "dev.vertxmesh.memory..";
  private static final String TEXT = "dev.vertxmesh.text..";
  private static final String DIGEST = "dev.vertxmesh.digest..";
  private static final String BROWSER = "dev.vertxmesh.browser..";
  private static final String JSON = "dev.vertxmesh.json..";
  private static final String HTTP1 = "dev.vertxmesh.http1..";
  private static final String HTTP2 = "dev.vertxmesh.http2..";
  private static final String IN_FLIGHT = "dev.vertxmesh.inflight..";
  private static final String LISTEN = "dev.vertxmesh.listen..";
  private static final String LINK = "dev.vertxmesh.link..";

  private static final String INGRESS = "dev.vertxmesh.ingress..";
  private static final String DUBBO_INGRESS = "dev.vertxmesh.ingress.dubbo..";
  private static final String RESILIENCE = "dev.vertxmesh.resilience..";
  private static final String BALANCE = "dev.vertxmesh.balance..";
  private static final String LINKS = "dev.vertxmesh.links..";
  private static final String CONSUMER = "dev.vertxmesh.consumer..";

  private static final String ACCEPT = "dev.vertxmesh.accept..";
  private static final String ADMISSION = "dev.vertxmesh.admission..";
  private static final String BRIDGE = "dev.vertxmesh.bridge..";
  private static final String PROVIDER = "dev.vertxmesh.provider..";

  private static final String SETTINGS = "dev.vertxmesh.launch.settings..";
  private static final String VERTX_INTERNAL = "io.vertx.core.internal..";

  /**
   * The test-jar that watches for leaks is on the classpath as a jar once Maven has packaged it.
   */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/dev/vertxmesh/testing/")
          && !location.contains("/dev/vertxmesh/it/");
    }
  }

  @ArchTest static final ArchRule framesKnowNothingButNettysBuffers = knowsBytesOnly(FRAME);

  @ArchTest
  static final ArchRule dubbosProtocolKnowsNothingButNettysBuffersAndHessian =
      knowsBytesOnly(DUBBO, "com.alibaba.com.caucho.hessian..", MEMORY, TEXT);

  @ArchTest static final ArchRule flowKnowsNothingButNettysBuffers = knowsBytesOnly(FLOW);

  @ArchTest
  static final ArchRule grpcsBytesKnowNothingButNettysBuffersAndProtobuf =
      knowsBytesOnly(GRPC, "com.google.protobuf..");

  @ArchTest static final ArchRule textsKnowNothingButNettysBuffers = knowsBytesOnly(TEXT);

  @ArchTest static final ArchRule streamsKnowNothingElse = knowsOfTheMeshOnly(STREAM);

  @ArchTest
  static final ArchRule exchangesKnowCallsStreamsAndGrpcsBytesOnly =
      knowsOfTheMeshOnly(EXCHANGE, CALL, GRPC, STREAM);

  @ArchTest
  static final ArchRule grpcOverHttpKnowsCallsOnly = knowsOfTheMeshOnly(GRPC_HTTP, CALL, GRPC);

  @ArchTest static final ArchRule aCallKnowsNoOtherPackageOfTheMesh = knowsOfTheMeshOnly(CALL);

  @ArchTest static final ArchRule aPathKnowsNoneOfItsLayers = knowsOfTheMeshOnly(FILTER, CALL);

  @ArchTest
  static final ArchRule anIngressKnowsCallsMetersAndProtocolsOnly =
      knowsOfTheMeshOnly(
          INGRESS, CALL, FILTER, TELEMETRY, DUBBO, MEMORY, SOCKET, GRPC, GRPC_HTTP, EXCHANGE, HTTP1,
          HTTP2, IN_FLIGHT, BROWSER, JSON, TEXT);

  @ArchTest
  static final ArchRule noIngressKnowsAnother =
      slices().matching("dev.vertxmesh.ingress.(*)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule whatSocketsNeedKnowsNoCalls = knowsOfTheMeshOnly(SOCKET, DIGEST, MEMORY);

  @ArchTest
  static final ArchRule whatReadsHttp1StrictlyKnowsNothingElse = knowsOfTheMeshOnly(HTTP1);

  @ArchTest static final ArchRule whatPagesMayKnowsNothingElse = knowsOfTheMeshOnly(BROWSER);

  @ArchTest
  static final ArchRule http2sWindowsKnowNoCalls = knowsOfTheMeshOnly(HTTP2, FLOW, MEMORY, SOCKET);

  @ArchTest static final ArchRule whatIsInFlightIsAMapAlone = knowsOfTheMeshOnly(IN_FLIGHT);

  @ArchTest
  static final ArchRule whatListensKnowsNoCalls = knowsOfTheMeshOnly(LISTEN, HTTP1, MEMORY, SOCKET);

  @ArchTest
  static final ArchRule balancingKnowsCallsOnly =
      knowsOfTheMeshOnly(BALANCE, ADDRESS, CALL, PICKER, PLUGIN, ROUTING, SPELLING);

  @ArchTest
  static final ArchRule resilienceKnowsCallsStreamsAndMemoryOnly =
      knowsOfTheMeshOnly(RESILIENCE, CALL, FILTER, MEMORY, STREAM);

  @ArchTest
  static final ArchRule admissionKnowsCallsOnly = knowsOfTheMeshOnly(ADMISSION, CALL, FILTER);

  @ArchTest
  static final ArchRule whatDecidesNeverSeesASocket =
      noClasses()
          .that()
          .resideInAnyPackage(BALANCE, RESILIENCE, ADMISSION, ROUTING)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "io.vertx.core.net..", "io.vertx.core.http..", "io.netty.channel.."));

  /** So that TLS, and whatever else all of a kind have in common, is one call. */
  @ArchTest
  static final ArchRule socketsAreSetUpInOnePlace =
      noClasses()
          .that()
          .doNotBelongToAnyOf(SocketSetup.class)
          .should()
          .callConstructor(NetServerOptions.class)
          .orShould()
          .callConstructor(HttpServerOptions.class)
          .orShould()
          .callConstructor(NetClientOptions.class)
          .orShould()
          .callConstructor(HttpClientOptions.class);

  @ArchTest
  static final ArchRule onlyTheEtcdRegistriesImportAnEtcdClient =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.vertxmesh.discovery.etcd..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("io.etcd..", "mousio.."));

  @ArchTest
  static final ArchRule onlyWhatTakesSocketsOverTouchesVertxInternals =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              LINK, LINKS, ACCEPT, BRIDGE, DUBBO_INGRESS, EXCHANGE, CONSUMER, HTTP1, SETTINGS)
          .should()
          .dependOnClassesThat(resideInAPackage(VERTX_INTERNAL));

  /** It hands its context to the links, and that's all. */
  @ArchTest
  static final ArchRule theConsumersWiringTouchesItsContextOnly =
      noClasses()
          .that()
          .resideInAPackage(CONSUMER)
          .should()
          .dependOnClassesThat(
              resideInAPackage(VERTX_INTERNAL).and(not(type(ContextInternal.class))));

  @ArchTest
  static final ArchRule theConsumerAgentNeverSeesTheProviderAgent =
      noClasses()
          .that()
          .resideInAnyPackage(INGRESS, RESILIENCE, BALANCE, LINKS, CONSUMER)
          .should()
          .dependOnClassesThat(resideInAnyPackage(ACCEPT, PROVIDER));

  @ArchTest
  static final ArchRule theProviderAgentNeverSeesTheConsumerAgent =
      noClasses()
          .that()
          .resideInAnyPackage(ACCEPT, PROVIDER)
          .should()
          .dependOnClassesThat(resideInAnyPackage(INGRESS, RESILIENCE, BALANCE, LINKS, CONSUMER));

  @ArchTest
  static final ArchRule whatBothShareSeesNeither =
      noClasses()
          .that()
          .resideOutsideOfPackages(INGRESS, RESILIENCE, BALANCE, LINKS, CONSUMER, ACCEPT, PROVIDER)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(INGRESS, RESILIENCE, BALANCE, LINKS, CONSUMER, ACCEPT, PROVIDER));

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("dev.vertxmesh.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noPackageIsCalledUtil =
      noClasses().should().resideInAnyPackage("dev.vertxmesh..util..", "dev.vertxmesh..utils..");

  @ArchTest
  static final ArchRule noClassIsCalledManagerHelperOrImpl =
      noClasses().should().haveNameMatching(".*(Manager|Helper|Impl|Util|Utils)");

  /** A package-info without an annotation leaves no class file, so the sources are looked at. */
  @ArchTest
  static void everyPackageSaysWhatItIs(JavaClasses classes) throws IOException {
    Set<String> mute =
        classes.stream()
            .map(JavaClass::getPackageName)
            .filter(name -> !isSaid(name))
            .collect(Collectors.toSet());
    assertThat(mute).as("packages without a package-info").isEmpty();
  }

  private static boolean isSaid(String packageName) {
    String source = "src/main/java/" + packageName.replace('.', '/') + "/package-info.java";
    return Stream.of(
            "common-codec",
            "mesh-api",
            "mesh-common",
            "mesh-registry",
            "mesh-bridge",
            "mesh-consumer",
            "mesh-provider")
        .map(module -> Path.of("..", module, source))
        .anyMatch(Files::exists);
  }

  private static ArchRule knowsBytesOnly(String self, String... more) {
    Stream<String> known =
        Stream.of(List.of(self, "java..", "io.netty.buffer..", "io.netty.util"), List.of(more))
            .flatMap(List::stream);
    return classes()
        .that()
        .resideInAPackage(self)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(known.toArray(String[]::new));
  }

  private static ArchRule knowsOfTheMeshOnly(String self, String... others) {
    DescribedPredicate<JavaClass> known = resideInAnyPackage(others).or(resideInAPackage(self));
    return noClasses()
        .that()
        .resideInAPackage(self)
        .should()
        .dependOnClassesThat(resideInAPackage(MESH).and(not(known)));
  }
}
