package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Echoes;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.util.Arrays;

/** The methods of {@link Echoes}. */
final class EchoProbes {

  private static final String LONG = "0123456789abcdé数🚀".repeat(5_000);

  private EchoProbes() {}

  static void addTo(ProbeTable table) {
    texts(table);
    numbers(table);
    boxed(table);
    letters(table);
    overloads(table);
    others(table);
  }

  private static void texts(ProbeTable table) {
    for (String text : Arrays.asList("a", "", "é数👩‍🚀\n\u0000", LONG, null)) {
      String name = text == null || text.length() < 20 ? text : "of " + text.length();
      table.add("echo " + name, service -> service.echo(text));
    }
    table.add("concat", service -> service.concat("a", 1, true));
    table.add("concat null", service -> service.concat(null, -1, false));
    table.add("repeated", service -> service.repeated("é🚀", 3));
    table.add("repeated never", service -> service.repeated("é", 0));
    table.add("repeated to 400000 bytes", service -> service.repeated("0123数", 57_143));
    table.add("repeated less than never", service -> service.repeated("a", -1));
  }

  private static void numbers(ProbeTable table) {
    for (long number : new long[] {0, -1, 127, -2049, 1 << 20, Long.MIN_VALUE, Long.MAX_VALUE}) {
      table.add("echoByte " + number, service -> service.echoByte((byte) number));
      table.add("echoShort " + number, service -> service.echoShort((short) number));
      table.add("echoInt " + number, service -> service.echoInt((int) number));
      table.add("echoLong " + number, service -> service.echoLong(number));
      table.add("echoFloat " + number, service -> service.echoFloat(number / 3f));
      table.add("echoDouble " + number, service -> service.echoDouble(number / 3.0));
      table.add("echoInteger " + number, service -> service.echoInteger((int) number));
      table.add("echoBoxedLong " + number, service -> service.echoBoxedLong(number));
      table.add("echoBoxedDouble " + number, service -> service.echoBoxedDouble((double) number));
    }
    table.add("echoFloat -0", service -> service.echoFloat(-0f));
    table.add("echoFloat infinite", service -> service.echoFloat(Float.POSITIVE_INFINITY));
    table.add("echoDouble NaN", service -> service.echoDouble(Double.NaN));
    table.add("echoDouble least", service -> service.echoDouble(Double.MIN_VALUE));
    table.add("echoChar", service -> service.echoChar('数'));
    table.add("echoChar 0", service -> service.echoChar('\u0000'));
    table.add("echoBoolean", service -> service.echoBoolean(true));
  }

  private static void boxed(ProbeTable table) {
    table.add("echoBoxedBoolean", service -> service.echoBoxedBoolean(false));
    table.add("echoInteger null", service -> service.echoInteger(null));
    table.add("echoBoxedLong null", service -> service.echoBoxedLong(null));
    table.add("echoBoxedBoolean null", service -> service.echoBoxedBoolean(null));
    table.add("echoBoxedDouble null", service -> service.echoBoxedDouble(null));
  }

  private static void letters(ProbeTable table) {
    table.add("letters", service -> service.letters(new char[] {'a', '数'}));
    table.add("letters none", service -> service.letters(new char[0]));
    table.add("turnedLetters", service -> service.turnedLetters("ab数".toCharArray()));
    table.add("turnedLetters of 50000", service -> service.turnedLetters(new char[50_000]));
    table.add("units", service -> service.units("a\u0000é数🚀"));
    table.add("units of null", service -> service.units(null));
    table.add("ofUnits", service -> service.ofUnits(new int[] {'a', 0, 0xD83D, 0xDE80}));
    table.add("units of a lone surrogate", service -> service.units("a\uD83D"));
    table.add("units of a surrogate first", service -> service.units("\uDE80\uD83Da"));
    table.add("ofUnits a lone surrogate", service -> service.ofUnits(new int[] {'a', 0xD83D}));
  }

  private static void overloads(ProbeTable table) {
    table.add("describe", Echoes::describe);
    table.add("describe int", service -> service.describe(5));
    table.add("describe long", service -> service.describe(5L));
    table.add("describe Integer", service -> service.describe(Integer.valueOf(5)));
    table.add("describe Integer null", service -> service.describe((Integer) null));
    table.add("describe String", service -> service.describe("5"));
    table.add("describe String null", service -> service.describe((String) null));
    table.add("describe String int", service -> service.describe("5", 2));
    table.add("describe User", service -> service.describe(SampleUsers.grace()));
    table.add("describe User null", service -> service.describe((User) null));
  }

  private static void others(ProbeTable table) {
    table.add("bytes", service -> service.bytes(300));
    table.add("bytes none", service -> service.bytes(0));
    table.add("bytes of a megabyte", service -> service.bytes(1 << 20));
    table.add("bytes less than none", service -> service.bytes(-1));
    table.add("nothing", Echoes::nothing);
    table.add(
        "touch",
        service -> {
          service.touch();
          return "touched";
        });
    table.add("greet", service -> service.greet("数"));
    table.add("greet null", service -> service.greet(null));
  }
}
