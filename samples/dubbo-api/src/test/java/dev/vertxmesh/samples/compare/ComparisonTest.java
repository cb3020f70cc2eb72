package dev.vertxmesh.samples.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.CallCount;
import dev.vertxmesh.samples.provider.InMemoryUserService;
import dev.vertxmesh.samples.provider.NoDubbo;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Comparison comparison = new Comparison(e -> null, new PrintStream(printed, true));

  private String printed() {
    return printed.toString();
  }

  @Test
  void whatIsTheSameIsOnlyCounted() {
    comparison.compare("one", text -> Map.of("a", List.of(text.length())), "x", "y");
    assertThat(comparison.report()).isTrue();
    assertThat(printed().strip()).isEqualTo("compared: 1, different: 0");
  }

  @Test
  void aDifferenceShowsBothWays() {
    comparison.compare("text", text -> text, "x", "y");
    comparison.compare("class", value -> value, (Object) 5, 5L);
    comparison.compare("thrown", text -> Integer.valueOf(text), "x", "5");
    assertThat(comparison.report()).isFalse();
    assertThat(printed())
        .contains("differs: text", "  direct: java.lang.String x", "  mesh:   java.lang.String y")
        .contains("  mesh:   java.lang.Long 5", "thrown: java.lang.NumberFormatException: For")
        .contains("compared: 3, different: 3");
  }

  @Test
  void whatFailsBothWaysIsNamed() {
    Comparison remote = new Comparison(e -> "refused", new PrintStream(printed, true));
    remote.compare("number", text -> Integer.valueOf(text), "x", "y");
    assertThat(remote.report()).isTrue();
    assertThat(printed()).contains("fails both ways: number: thrown: refused");
  }

  @Test
  void whatIsThrownRightHereIsTheSame() {
    comparison.compare("null", String::length, (String) null, null);
    assertThat(comparison.report()).as(printed()).isTrue();
  }

  @Test
  void nothingComparedIsNoSuccess() {
    assertThat(comparison.report()).isFalse();
  }

  /** Also whoever adds a method to the service, or an overload, is told here to add a probe. */
  @Test
  void everyMethodHasAProbe() {
    Set<Method> probed = new HashSet<>();
    UserService recording = recording(probed);
    UserProbes.all().values().forEach(probe -> call(probe, recording));
    assertThat(probed).containsExactlyInAnyOrder(UserService.class.getMethods());
  }

  private static UserService recording(Set<Method> called) {
    UserService service = new InMemoryUserService(new CallCount(), new NoDubbo());
    return (UserService)
        Proxy.newProxyInstance(
            UserService.class.getClassLoader(),
            new Class<?>[] {UserService.class},
            (proxy, method, arguments) -> {
              called.add(method);
              return method.getName().equals("slow") ? null : method.invoke(service, arguments);
            });
  }

  private static void call(Probe<UserService> probe, UserService service) {
    try {
      probe.call(service);
    } catch (Throwable e) {
      assertThat(e).as("as whatever a method throws").isNotNull();
    }
  }

  @Test
  void probesLeaveTheServiceAsItWas() {
    // in one process a trace has the lines of this test in it
    Comparison outcomes = new Comparison(Throwable::toString, new PrintStream(printed, true));
    UserService one = new InMemoryUserService(new CallCount(), new NoDubbo());
    UserProbes.all()
        .forEach(
            (name, probe) -> {
              if (!name.startsWith("slow")) {
                outcomes.compare(name, probe, one, one);
              }
            });
    assertThat(outcomes.report()).as(printed()).isTrue();
  }

  @Test
  void flagsAreChecked() {
    CompareFlags flags = CompareFlags.parse("--direct", "h:1", "--mesh", "h:2", "--group", "g");
    assertThat(flags).isEqualTo(new CompareFlags("h:1", "h:2", "g", null, "hessian2"));
    assertThatThrownBy(() -> CompareFlags.parse("--direct", "h:1"))
        .hasMessage("--mesh HOST:PORT is needed");
    assertThatThrownBy(() -> CompareFlags.parse("--what")).hasMessageStartingWith("--what is");
  }
}
