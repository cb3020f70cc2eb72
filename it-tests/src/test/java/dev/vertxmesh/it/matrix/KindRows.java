package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.row;
import static dev.vertxmesh.it.matrix.Row.text;

import java.util.List;

/** The Java class of each value that arrived, for types that a signature doesn't tell all of. */
final class KindRows {

  private static final String USER = "dev.vertxmesh.samples.User";

  static final List<Row> ALL =
      List.of(
          kinds("Object: String", "['a']", "String \"a\""),
          kinds("Object: int", "[5]", "Integer 5"),
          kinds("Object: long", "[9007199254740993]", "Long 9007199254740993"),
          kinds("Object: double", "[2.5]", "Double 2.5"),
          kinds("Object: null", "[null]", "null"),
          kinds(
              "Object: list",
              "[[1,'a',[true]]]",
              "List[Integer 1, String \"a\", List[Boolean true]]"),
          kinds("Object: map", "[{'a':{'b':1}}]", "Map{String \"a\"=Map{String \"b\"=Integer 1}}"),
          kinds("Object: bean", "[{'class':'" + USER + "','id':7}]", "User{id=Long 7}"),
          kinds("Object: $date", "[{'$date':'2026-11-20T00:00:00Z'}]", "Date 2026-11-20T00:00:00Z"),
          kinds("Object: $bytes", "[{'$bytes':'AQID'}]", "byte[1, 2, 3]"),
          kinds("Object: $char", "[{'$char':'x'}]", "Character 'x'"),
          kinds("Object: $short", "[{'$short':1}]", "Short 1"),
          kinds("Object: $decimal", "[{'$decimal':'1.10'}]", "BigDecimal 1.10"),
          kinds(
              "Object: $java.time.LocalDate",
              "[{'$java.time.LocalDate':'2026-11-20'}]",
              "LocalDate 2026-11-20"),
          kinds(
              "Object: list of $date",
              "[[{'$date':'2026-11-20T00:00:00Z'}]]",
              "List[Date 2026-11-20T00:00:00Z]"),
          row(
              "kinds of List<Long>",
              "kindsOfList",
              "java.util.List",
              "[[1,null]]",
              text("List[Long 1, null]")),
          row(
              "kinds of Map<Long, Role>",
              "kindsOfMap",
              "java.util.Map",
              "[{'1':'ADMIN'}]",
              text("Map{Long 1=Role ADMIN}")),
          row(
              "kinds of Map<String, List<User>>",
              "kindsOfGroups",
              "java.util.Map",
              "[{'x':[{'id':7}]}]",
              text("Map{String \"x\"=List[User{id=Long 7}]}")),
          user(
              "User",
              "{'id':7,'name':'Ann','role':'ADMIN','active':true}",
              "User{active=Boolean true, id=Long 7, name=String \"Ann\", role=Role ADMIN}"),
          user(
              "User nested",
              "{'manager':{'id':7},'address':{'city':'Wien'},'formerAddresses':[{'zip':'1'}]}",
              "User{address=Address{city=String \"Wien\"}, formerAddresses=List[Address{zip=String \"1\"}], manager=User{id=Long 7}}"),
          user(
              "User collections",
              "{'tags':['1'],'scores':{'chess':12}}",
              "User{scores=Map{String \"chess\"=Integer 12}, tags=List[String \"1\"]}"),
          user(
              "User values",
              "{'born':'1815-12-10T00:00:00Z','balance':1.10,'avatar':'AQL/'}",
              "User{avatar=byte[1, 2, -1], balance=BigDecimal 1.10, born=Date 1815-12-10T00:00:00Z}"),
          user(
              "User values, marked",
              "{'born':{'$date':'1815-12-10T00:00:00Z'},'balance':{'$decimal':'1.10'},'avatar':{'$bytes':'AQL/'}}",
              "User{avatar=byte[1, 2, -1], balance=BigDecimal 1.10, born=Date 1815-12-10T00:00:00Z}"),
          user(
              "User by a subclass",
              "{'class':'dev.vertxmesh.samples.VipUser','id':8,'level':2}",
              "VipUser{id=Long 8, level=Integer 2}"),
          user(
              "subclass in a field",
              "{'manager':{'class':'dev.vertxmesh.samples.VipUser','level':2}}",
              "User{manager=VipUser{level=Integer 2}}"),
          user("User null field", "{'id':7,'name':null,'manager':null}", "User{id=Long 7}"));

  private KindRows() {}

  private static Row kinds(String name, String args, String kinds) {
    return row(name, "kinds", "java.lang.Object", args, text(kinds));
  }

  private static Row user(String name, String json, String kinds) {
    return row(name + " in", "kindsOfUser", USER, "[" + json + "]", text(kinds));
  }
}
