package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.row;

import java.util.List;

/** Simple values, overloads, and strings that are easily got wrong. */
final class EchoRows {

  private static final String STRING = "java.lang.String";

  static final List<Row> ALL =
      List.of(
          row("String", "echo", STRING, "['a']", "'a'"),
          row("String null", "echo", STRING, "[null]", "null"),
          row("String empty", "echo", STRING, "['']", "''"),
          row("String with NUL", "echo", STRING, "['a\\u0000b']", "'a\\u0000b'"),
          row("String with emoji", "echo", STRING, "['👩‍🚀']", "'👩‍🚀'"),
          row("String units of emoji", "units", STRING, "['🚀']", "[55357,56960]"),
          row(
              "String lone surrogates in",
              "units",
              STRING,
              "['a\\ud83db\\ude80']",
              "[97,55357,98,56960]"),
          row(
              "String lone surrogates out",
              "ofUnits",
              "int[]",
              "[[97,55357,98,56960]]",
              "'a\\ud83db\\ude80'"),
          row(
              "String of 3 MB in UTF-8",
              "repeated",
              STRING + ",int",
              "['数',1000000]",
              new Expected.Length(1_000_000)),
          row("byte[] of 3 MB", "bytes", "int", "[3000000]", new Expected.Length(4_000_000)),
          row("byte", "echoByte", "byte", "[-128]", "-128"),
          row("short", "echoShort", "short", "[32767]", "32767"),
          row("int", "echoInt", "int", "[-2147483648]", "-2147483648"),
          row("long beyond 2^53", "echoLong", "long", "[9007199254740993]", "9007199254740993"),
          row("long min", "echoLong", "long", "[-9223372036854775808]", "-9223372036854775808"),
          row("float", "echoFloat", "float", "[1.5]", "1.5"),
          row("float 0.1", "echoFloat", "float", "[0.1]", new Expected.SameFloat("0.1")),
          row("double", "echoDouble", "double", "[0.1]", "0.1"),
          row("char", "echoChar", "char", "['数']", "'数'"),
          row("boolean", "echoBoolean", "boolean", "[true]", "true"),
          row("Integer", "echoInteger", "java.lang.Integer", "[5]", "5"),
          row("Integer null", "echoInteger", "java.lang.Integer", "[null]", "null"),
          row("Long", "echoBoxedLong", "java.lang.Long", "[9007199254740993]", "9007199254740993"),
          row("Long that fits an int", "echoBoxedLong", "java.lang.Long", "[5]", "5"),
          row("Boolean null", "echoBoxedBoolean", "java.lang.Boolean", "[null]", "null"),
          row("Double", "echoBoxedDouble", "java.lang.Double", "[-2.5E-300]", "-2.5E-300"),
          row("char[] in, as a string", "letters", "char[]", "['ab']", "'ab'"),
          row("char[] in, as an array", "letters", "char[]", "[['a','b']]", "'ab'"),
          row("char[] out", "turnedLetters", "char[]", "['ab']", "'ba'"),
          row("three arguments", "concat", STRING + ",int,boolean", "['a',-1,true]", "'a-1true'"),
          row("null result", "nothing", "", "[]", "null"),
          row("void", "touch", "", "[]", "null"),
          row("default method", "greet", STRING, "['Ada']", "'Hello, Ada'"),
          row("overload int", "describe", "int", "[5]", "'int 5'"),
          row("overload long", "describe", "long", "[5]", "'long 5'"),
          row("overload Integer", "describe", "java.lang.Integer", "[5]", "'Integer 5'"),
          row("overload String", "describe", STRING, "['5']", "'String 5'"),
          row("overload of two", "describe", STRING + ",int", "['a',3]", "'String a x 3'"),
          row("overload of none", "describe", "", "[]", "'nothing'"),
          row(
              "overload User",
              "describe",
              "dev.vertxmesh.samples.User",
              "[{'name':'Ada'}]",
              "'User Ada'"));

  private EchoRows() {}
}
