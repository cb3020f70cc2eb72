package dev.vertxmesh.bridge.dubbo.request;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The parameter types that a method may have which is called with such JSON, the likeliest first.
 * Of the JDK's only: of others nobody here knows a name.
 */
public final class TypeCandidates {

  private static final List<String> WHOLE =
      names(
          "int long java.lang.Integer java.lang.Long java.math.BigDecimal double java.lang.Double short"
              + " java.lang.Short byte java.lang.Byte float java.lang.Float java.math.BigInteger"
              + " java.lang.Number java.lang.Object java.lang.String java.util.Date");

  private static final List<String> REAL =
      names(
          "double java.lang.Double java.math.BigDecimal float java.lang.Float int long"
              + " java.lang.Integer java.lang.Long java.lang.Number java.lang.Object"
              + " java.lang.String short byte java.lang.Short java.lang.Byte"
              + " java.math.BigInteger");

  private static final List<String> TEXT =
      names(
          "java.lang.String java.util.Date java.time.LocalDate java.time.LocalDateTime"
              + " java.time.Instant java.util.UUID char byte[] java.lang.Object"
              + " java.lang.CharSequence java.lang.Character java.time.LocalTime"
              + " java.time.ZonedDateTime java.time.OffsetDateTime java.time.Duration"
              + " java.sql.Timestamp java.sql.Date java.util.Locale char[] java.math.BigDecimal"
              + " java.math.BigInteger int long java.lang.Integer java.lang.Long double"
              + " java.lang.Double float java.lang.Float");

  private static final List<String> TRUTH =
      names("boolean java.lang.Boolean java.lang.Object java.lang.String");

  private static final List<String> LIST =
      names(
          "java.util.List java.util.Set java.util.Collection java.lang.String[] int[] long[]"
              + " byte[] double[] java.lang.Object java.lang.String java.lang.Long[]"
              + " java.lang.Integer[] char[] float[] short[] boolean[] java.lang.Object[]");

  private static final List<String> MAP =
      names("java.util.Map java.lang.Object java.lang.String java.util.Date");

  /** What null may be, and what stands where something quite else is given. */
  private static final List<String> COMMON =
      names(
          "java.lang.String java.lang.Long java.lang.Integer java.util.List java.util.Map long int"
              + " boolean java.lang.Boolean java.util.Date java.math.BigDecimal java.lang.Object"
              + " double java.lang.Double java.util.Set");

  private static final List<String> ALL = all();

  private TypeCandidates() {}

  private static List<String> names(String all) {
    return List.of(all.split(" "));
  }

  private static List<String> all() {
    Set<String> all = new LinkedHashSet<>();
    for (List<String> some : List.of(COMMON, WHOLE, TEXT, TRUTH, LIST, MAP)) {
      all.addAll(some);
    }
    return List.copyOf(all);
  }

  /**
   * Lists of types, one of which each method has whose parameters are all of the JDK's. All that
   * there are for one parameter, so that what is found doesn't depend on who asks first; for
   * several, those that fit together best.
   *
   * @param kinds the first token of each argument
   * @param most how many lists at most, where there are several parameters
   */
  public static List<List<String>> of(List<JsonToken> kinds, int most) {
    if (kinds.size() == 1) {
      Set<String> one = new LinkedHashSet<>(of(kinds.get(0)));
      one.addAll(ALL);
      return one.stream().map(List::of).toList();
    }
    List<List<String>> types = kinds.stream().map(TypeCandidates::of).toList();
    long all = 1;
    for (List<String> some : types) {
      all = Math.min(most, all * some.size());
    }
    List<List<String>> found = new ArrayList<>();
    for (int rank = 1; found.size() < all; rank++) {
      add(types, new String[types.size()], 0, rank, most, found);
    }
    return found;
  }

  /**
   * Adds the lists whose types' places in their own lists, counted from 1, have {@code rank} as
   * their product: many likely types and one that isn't come before several of those.
   */
  private static void add(
      List<List<String>> types,
      String[] chosen,
      int at,
      int rank,
      int most,
      List<List<String>> found) {
    if (at == chosen.length) {
      if (rank == 1) {
        found.add(List.copyOf(Arrays.asList(chosen)));
      }
      return;
    }
    List<String> here = types.get(at);
    for (int place = 1; place <= Math.min(here.size(), rank) && found.size() < most; place++) {
      if (rank % place == 0) {
        chosen[at] = here.get(place - 1);
        add(types, chosen, at + 1, rank / place, most, found);
      }
    }
  }

  private static List<String> of(JsonToken kind) {
    return switch (kind) {
      case VALUE_NUMBER_INT -> WHOLE;
      case VALUE_NUMBER_FLOAT -> REAL;
      case VALUE_STRING -> TEXT;
      case VALUE_TRUE, VALUE_FALSE -> TRUTH;
      case START_ARRAY -> LIST;
      case START_OBJECT -> MAP;
      default -> COMMON;
    };
  }
}
