package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.members;
import static dev.vertxmesh.it.matrix.Row.row;
import static dev.vertxmesh.it.matrix.Row.text;

import java.util.ArrayList;
import java.util.List;

/** A bean's field of each kind, in an argument and in a result. */
final class FieldRows {

  private static final String EVERYTHING = "dev.vertxmesh.samples.Everything";
  private static final String MOMENT = "'2026-11-20T10:11:12.345Z'";
  private static final String UUID = "123e4567-e89b-12d3-a456-426614174000";
  private static final String ANN = "{'id':7,'name':'Ann'}";
  private static final String ANN_KIND = "User{id=Long 7, name=String \"Ann\"}";
  private static final String BOB =
      "{'class':'dev.vertxmesh.samples.VipUser','id':8,'name':'Bob','level':2}";
  private static final String BOB_OUT = "{'id':8,'name':'Bob','level':2}";
  private static final String BOB_KIND = "VipUser{id=Long 8, level=Integer 2, name=String \"Bob\"}";

  private static final List<Field> FIELDS =
      List.of(
          field("flag", "true", "Boolean true"),
          field("tiny", "-128", "Byte -128"),
          field("small", "32767", "Short 32767"),
          field("number", "-2147483648", "Integer -2147483648"),
          field("big", "9007199254740993", "Long 9007199254740993"),
          field("single", "1.5", "Float 1.5"),
          field("twice", "0.1", "Double 0.1"),
          field("letter", "'数'", "Character '数'").marked("{'$char':'数'}"),
          field("boxedFlag", "false", "Boolean false"),
          field("boxedTiny", "1", "Byte 1"),
          field("boxedSmall", "2", "Short 2"),
          field("boxedNumber", "3", "Integer 3"),
          field("boxedBig", "5", "Long 5"),
          field("boxedSingle", "0.25", "Float 0.25"),
          field("boxedTwice", "2.0", "Double 2.0"),
          field("boxedLetter", "'x'", "Character 'x'").marked("{'$char':'x'}"),
          field("text", "'a\\u0000\\\"🚀'", "String \"a\0\"🚀\""),
          field("price", "1.10", "BigDecimal 1.10").marked("{'$decimal':'1.10'}"),
          field(
              "huge",
              "123456789012345678901234567890",
              "BigInteger 123456789012345678901234567890"),
          field("date", MOMENT, "Date 2026-11-20T10:11:12.345Z").marked("{'$date':" + MOMENT + "}"),
          field("timestamp", MOMENT, "Timestamp 2026-11-20T10:11:12.345Z"),
          field("day", "'2026-11-20'", "LocalDate 2026-11-20")
              .marked("{'$java.time.LocalDate':'2026-11-20'}"),
          field("time", "'10:11:12'", "LocalTime 10:11:12")
              .marked("{'$java.time.LocalTime':'10:11:12'}"),
          field("moment", "'2026-11-20T10:11:12'", "LocalDateTime 2026-11-20T10:11:12")
              .marked("{'$java.time.LocalDateTime':'2026-11-20T10:11:12'}"),
          field("instant", MOMENT, "Instant 2026-11-20T10:11:12.345Z")
              .marked("{'$java.time.Instant':" + MOMENT + "}"),
          field(
              "zoned",
              "'2026-11-20T11:11:12.345+01:00[Europe/Vienna]'",
              "ZonedDateTime 2026-11-20T11:11:12.345+01:00[Europe/Vienna]"),
          field("duration", "'PT1H30M'", "Duration PT1H30M")
              .marked("{'$java.time.Duration':'PT1H30M'}"),
          field("uuid", "'" + UUID + "'", "UUID " + UUID),
          field("locale", "'de_AT'", "Locale de_AT"),
          field("role", "'MEMBER'", "Role MEMBER"),
          field("operation", "'TIMES'", "Operation TIMES"),
          field("bytes", "'AQL/'", "byte[1, 2, -1]").marked("{'$bytes':'AQL/'}"),
          field("letters", "'a数'", "char[a, 数]"),
          field("numbers", "[3,1]", "int[3, 1]"),
          field("longs", "[1,9007199254740993]", "long[1, 9007199254740993]"),
          field("words", "['a',null]", "String[String \"a\", null]"),
          field("grid", "[[1,2],[3]]", "int[][int[1, 2], int[3]]"),
          field("users", "[" + ANN + "]", "User[" + ANN_KIND + "]"),
          field("names", "['a',null,'b']", "List[String \"a\", null, String \"b\"]"),
          field("ids", "[1,9007199254740993]", "List[Long 1, Long 9007199254740993]"),
          field("prices", "[1.10,2]", "List[BigDecimal 1.10, BigDecimal 2]")
              .marked("[{'$decimal':'1.10'},{'$decimal':'2'}]"),
          field("people", "[" + ANN + "," + BOB + "]", "List[" + ANN_KIND + ", " + BOB_KIND + "]")
              .out("[" + ANN + "," + BOB_OUT + "]"),
          field("roles", "['ADMIN']", "Set[Role ADMIN]"),
          field("counts", "{'a':1}", "Map{String \"a\"=Long 1}"),
          field("roleById", "{'1':'ADMIN'}", "Map{Long 1=Role ADMIN}"),
          field("perRole", "{'GUEST':4}", "Map{Role GUEST=Integer 4}"),
          field("groups", "{'x':[" + ANN + "]}", "Map{String \"x\"=List[" + ANN_KIND + "]}"),
          field("user", BOB, BOB_KIND).out(BOB_OUT),
          field(
                  "page",
                  "{'items':[" + ANN + "],'total':1}",
                  "Page{items=List[" + ANN_KIND + "], total=Integer 1}")
              .marked(
                  "{'items':[{'class':'dev.vertxmesh.samples.User','id':7,'name':'Ann'}],'total':1}"),
          field(
              "anything",
              "[1,'a',{'k':true}]",
              "List[Integer 1, String \"a\", Map{String \"k\"=Boolean true}]"));

  static final List<Row> ALL = all();

  private FieldRows() {}

  /**
   * @param in the value in an argument
   * @param marked the same with its type, null if there is no need
   * @param out the value in a result
   */
  private record Field(String name, String in, String marked, String kind, String out) {

    Field marked(String json) {
      return new Field(name, in, json, kind, out);
    }

    Field out(String json) {
      return new Field(name, in, marked, kind, json);
    }

    Row in(String how, String json) {
      String bean = "[{'" + name + "':" + json + "}]";
      String kinds = text("Everything{" + name + "=" + kind + "}");
      Expected told = new Expected.Exactly(kinds); // its ' are letters
      return row("field " + name + how, "kindsOfEverything", EVERYTHING, bean, told);
    }

    Row result() {
      String bean = "{'" + name + "':" + out + "}";
      return row(
          "field " + name + " out", "only", "java.lang.String", "['" + name + "']", members(bean));
    }
  }

  private static Field field(String name, String json, String kind) {
    return new Field(name, json, null, kind, json);
  }

  private static List<Row> all() {
    List<Row> rows = new ArrayList<>();
    StringBuilder everything = new StringBuilder();
    for (Field field : FIELDS) {
      rows.add(field.in(" in", field.in()));
      if (field.marked() != null) {
        rows.add(field.in(" in, marked", field.marked()));
      }
      rows.add(field.result());
      everything.append(everything.isEmpty() ? "" : ",");
      everything.append("'" + field.name() + "':" + field.out());
    }
    rows.add(row("every field out", "everything", "", "[]", members("{" + everything + "}")));
    return rows;
  }
}
