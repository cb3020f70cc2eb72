package dev.vertxmesh.bench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GateReportTest {
  private final GateReport report = new GateReport(new GateOptions());

  @Test
  void whatEveryTryFindsDearerIsWorse() {
    report.tries().add(List.of(form(1.2), grpc(1.3)));
    report.tries().add(List.of(form(1.15), grpc(1.11)));
    assertThat(report.worse()).hasSize(2);
    assertThat(report.text())
        .contains("WORSE: form, consumer, CPU us a call: 1.25 times the base's, and at least 1.15")
        .doesNotContain("pass");
  }

  @Test
  void whatOneTryDoesNotFindIsNot() {
    report.tries().add(List.of(form(1.2), grpc(1.3)));
    assertThat(report.pathsOfWorse()).containsExactly(HotPath.FORM, HotPath.GRPC);
    report.tries().add(List.of(form(1.09), grpc(1.3)));
    assertThat(report.pathsOfWorse()).containsExactly(HotPath.GRPC);
    report.tries().add(List.of(grpc(0)));
    assertThat(report.worse()).isEmpty();
    assertThat(report.text()).endsWith("no call is dearer: pass\n");
  }

  @Test
  void tenInAHundredMoreIsStillAllowed() {
    report.tries().add(List.of(form(1.10)));
    assertThat(report.worse()).isEmpty();
  }

  @Test
  void whatCouldNotBeToldIsSaid() {
    report.tries().add(List.of(new Finding(HotPath.FORM, "consumer", Cost.CPU, 1, 1, 1, 0, false)));
    assertThat(report.text())
        .contains("NOTHING IS SAID of form")
        .endsWith("no call is dearer: pass, but nothing is said of [form]\n");
    assertThat(report.worse()).isEmpty();
  }

  private static Finding form(double atLeast) {
    return finding(HotPath.FORM, atLeast);
  }

  private static Finding grpc(double atLeast) {
    return finding(HotPath.GRPC, atLeast);
  }

  private static Finding finding(HotPath path, double atLeast) {
    return new Finding(path, "consumer", Cost.CPU, 10, 12.5, 1.25, atLeast, true);
  }
}
