package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.Shapes;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.provider.SampleUsers;

/** The methods of {@link Shapes} over arrays. */
final class ArrayProbes {

  private ArrayProbes() {}

  static void addTo(ProbeTable table) {
    primitives(table);
    objects(table);
    grids(table);
    varargs(table);
  }

  private static void primitives(ProbeTable table) {
    table.add("reverse", service -> service.reverse(new byte[] {1, -2, 0}));
    table.add("reverse of 100000", service -> service.reverse(new byte[100_000]));
    table.add("reverse nothing", service -> service.reverse(new byte[0]));
    table.add("reverse null", service -> service.reverse(null));
    table.add("sorted", service -> service.sorted(new int[] {3, -1, 1 << 20}));
    table.add("sorted none", service -> service.sorted(new int[0]));
    table.add("doubled", service -> service.doubled(new long[] {1, -5, Long.MAX_VALUE}));
    table.add("halves", service -> service.halves(new double[] {1, -0.1, Double.MAX_VALUE}));
    table.add("not", service -> service.not(new boolean[] {true, false}));
  }

  private static void objects(ProbeTable table) {
    User ada = SampleUsers.ada();
    table.add("upper", service -> service.upper(new String[] {"a", "é", "ß"}));
    table.add("upper with null", service -> service.upper(new String[] {"a", null}));
    table.add("successors", service -> service.successors(new Long[] {1L, null, 1L << 53}));
    table.add("namesOf", service -> service.namesOf(new User[] {ada, SampleUsers.grace()}));
    table.add("namesOf one twice", service -> service.namesOf(new User[] {ada, ada}));
    table.add("namesOf nobody", service -> service.namesOf(new User[0]));
    table.add("namesOf null", service -> service.namesOf(new User[] {null}));
    table.add("nextRoles", service -> service.nextRoles(Role.values()));
    table.add("nextRoles none", service -> service.nextRoles(new Role[0]));
  }

  private static void grids(ProbeTable table) {
    table.add("transposed", service -> service.transposed(new int[][] {{1, 2, 3}, {4, 5, 6}}));
    table.add("transposed ragged", service -> service.transposed(new int[][] {{1, 2}, {3}}));
    table.add(
        "transposedWords",
        service -> service.transposedWords(new String[][] {{"a", null}, {"数", ""}}));
  }

  private static void varargs(ProbeTable table) {
    table.add("total", service -> service.total(1, 2, -5));
    table.add("total of none", Shapes::total);
    table.add("total of null", service -> service.total((int[]) null));
    table.add("joined", service -> service.joined("-", "a", "b", null));
    table.add("joined nothing", service -> service.joined("-"));
  }
}
