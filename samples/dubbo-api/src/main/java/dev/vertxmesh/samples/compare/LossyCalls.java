package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.UserService;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls of which one or another release of Dubbo loses something before its provider sends the
 * answer, so that no one behind it can know: what a Java program gets of them is all there is.
 */
public final class LossyCalls {

  private static final int[] LONE_SURROGATES = {97, 55357, 98, 56960};

  private LossyCalls() {}

  /** By what they are called where the mesh makes them too. */
  static Map<String, Probe<UserService>> all() {
    ProbeTable table = new ProbeTable();
    table.add("String lone surrogates out", service -> service.ofUnits(LONE_SURROGATES));
    table.add("Map with null", service -> service.sameMap(nullAndText()));
    table.add("map with null", UserService::withNullValue);
    return table.all();
  }

  private static Map<String, String> nullAndText() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("a", null);
    map.put("b", "c");
    return map;
  }

  /**
   * Makes them, and prints for each a line: {@code answer}, its name, a tab, and the result as JSON
   * in ASCII. Of a call that fails, there's none.
   */
  public static void print(UserService service, PrintStream out) {
    all()
        .forEach(
            (name, probe) -> {
              try {
                out.println("answer " + name + "\t" + JsonText.of(probe.call(service)));
              } catch (Exception e) {
                out.println("failed " + name + "\t" + e);
              }
            });
    out.println("answered");
  }
}
