package dev.vertxmesh.it.advisories;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.vertxmesh.link.tls.LinkTls;
import dev.vertxmesh.net.SocketSetup;

/** What of Vert.x' TLS isn't used, since the release that is pinned has holes there. */
@AnalyzeClasses(packages = "dev.vertxmesh", importOptions = ImportOption.DoNotIncludeTests.class)
class TlsUseTest {

  @ArchTest
  static final ArchRule noListenerAsksForServerNames =
      noClasses()
          .should()
          .callMethodWhere(describe("they set SNI (CVE-2026-6860)", call -> isOf(call, "setSni")));

  @ArchTest
  static final ArchRule noClientLeavesHostNamesUnchecked =
      noClasses()
          .should()
          .callMethodWhere(
              describe(
                  "they turn the check of host names off or trust all (CVE-2026-102476)",
                  call ->
                      isOf(call, "setVerifyHost")
                          || isOf(call, "setTrustAll")
                          || isOf(call, "setHostnameVerificationAlgorithm")
                              && !turnsItOn(call)
                              && !comparesItself(call)));

  /**
   * Clients that aren't HTTP's have none by default; {@code TlsLinkTest} shows what is set there.
   */
  private static boolean turnsItOn(JavaCall<?> call) {
    return call.getOriginOwner().isEquivalentTo(SocketSetup.class);
  }

  /** Agents prove names that the registry says, and not their hosts': {@code LinkTlsIT}. */
  private static boolean comparesItself(JavaCall<?> call) {
    return call.getOriginOwner().isEquivalentTo(LinkTls.class);
  }

  private static boolean isOf(JavaCall<?> call, String method) {
    return call.getName().equals(method)
        && call.getTargetOwner().getPackageName().startsWith("io.vertx");
  }
}
