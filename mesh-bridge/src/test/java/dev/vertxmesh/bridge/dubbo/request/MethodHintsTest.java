package dev.vertxmesh.bridge.dubbo.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.Export;
import dev.vertxmesh.bridge.dubbo.exports.Exports;
import dev.vertxmesh.bridge.dubbo.exports.MethodSignature;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodHintsTest {

  private static final ServiceKey USERS = ServiceKey.of("a.Users");

  private static final Exports TOLD =
      new Exports(
          List.of(
              new Export(
                  USERS,
                  List.of(
                      new MethodSignature("find", List.of("long"), "a.User"),
                      new MethodSignature("find", List.of("java.lang.String"), "a.User"),
                      new MethodSignature("save", List.of("a.User"), "a.User")),
                  Map.of())));

  private static String hinted(Exports told, String method, String descriptor, String message) {
    MergedSignatures signatures = new MergedSignatures(ApiClasses.NONE, () -> told);
    CallFailure failure = new CallFailure(Status.NO_METHOD, "p", message);
    Target target = new Target(USERS, method, descriptor);
    return new MethodHints(signatures, Set.of("b.Known")).of(failure, target).getMessage();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "find | I | a.Users has no find(int); there are find(java.lang.String), find(long)",
        "find | '' | a.Users has no find(); there are find(java.lang.String), find(long)",
        "fnid | ? | a.Users has no fnid; did you mean find?",
        "sav | Ljava/lang/String;[I | a.Users has no sav(java.lang.String, int[]); did you mean"
            + " save?",
        "save | '' | a.Users has no save(); there is save(a.User)",
        "delete | ? | a.Users has no delete"
      })
  void aMethodThatIsNotThereIsToldWithThoseThatAre(String method, String types, String words) {
    assertThat(hinted(TOLD, method, types, "gone (Dubbo status 40)"))
        .isEqualTo("no such method: " + words);
  }

  @Test
  void whereNothingIsKnownWhatWasAskedForIsTold() {
    assertThat(hinted(Exports.NONE, "find", "I", "gone"))
        .isEqualTo(
            "no such method: a.Users has no find(int); this provider doesn't list its methods:"
                + " check the name and the types");
    assertThat(hinted(Exports.NONE, "find", Target.UNKNOWN, "gone"))
        .endsWith("has no find; this provider doesn't list its methods: check the name");
  }

  @Test
  void theNamesAloneMayBeKnownFromTheProvidersUrl() {
    Exports url =
        new Exports(List.of(new Export(USERS, List.of(), Map.of("methods", "find,save"))));
    assertThat(hinted(url, "saev", Target.UNKNOWN, "gone")).endsWith("; did you mean save?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.lang.Strin | ILjava/lang/Strin; | , the type of argument 1; did you mean"
            + " java.lang.String?",
        "a.Usr | La/Usr; | , the type of argument 0; did you mean a.User?",
        "b.Konwn | ? | ; did you mean b.Known?",
        "c.Else | Lc/Else; | , the type of argument 0"
      })
  void aClassThatIsNotThereIsToldWithTheOneThatWasMeant(String name, String types, String words) {
    assertThat(hinted(TOLD, "save", types, "no such class: " + name + " (Dubbo status 70)"))
        .isEqualTo("no such class: " + name + words);
  }

  @Test
  void otherFailuresStayAsTheyAre() {
    CallFailure failure = new CallFailure(Status.LOST, "p", "no such class: a.B");
    MergedSignatures signatures = new MergedSignatures(ApiClasses.NONE, () -> TOLD);
    Target target = new Target(USERS, "find", "I");
    assertThat(new MethodHints(signatures, Set.of()).of(failure, target)).isSameAs(failure);
  }
}
