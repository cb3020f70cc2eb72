package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.members;
import static dev.vertxmesh.it.matrix.Row.row;

import java.util.List;

/** Arrays, collections and beans whose methods fail over an element of the wrong class. */
final class ShapeRows {

  private static final String LIST = "java.util.List";
  private static final String MAP = "java.util.Map";
  private static final String PAGE = "dev.vertxmesh.samples.Page";
  private static final String ANN = "{'id':7,'name':'Ann'}";
  private static final String BOB =
      "{'class':'dev.vertxmesh.samples.VipUser','id':8,'name':'Bob','level':2}";

  static final List<Row> ALL =
      List.of(
          row("byte[]", "reverse", "byte[]", "['AQID']", "'AwIB'"),
          row("byte[], marked", "reverse", "byte[]", "[{'$bytes':'AQID'}]", "'AwIB'"),
          row("int[]", "sorted", "int[]", "[[3,1,2]]", "[1,2,3]"),
          row("int[] empty", "sorted", "int[]", "[[]]", "[]"),
          row("long[]", "doubled", "long[]", "[[1,4503599627370497]]", "[2,9007199254740994]"),
          row("double[]", "halves", "double[]", "[[1,0.5]]", "[0.5,0.25]"),
          row("boolean[]", "not", "boolean[]", "[[true,false]]", "[false,true]"),
          row(
              "Long[]",
              "successors",
              "java.lang.Long[]",
              "[[1,null,9007199254740992]]",
              "[2,null,9007199254740993]"),
          row("String[]", "upper", "java.lang.String[]", "[['a','ß']]", "['A','SS']"),
          row("int[][]", "transposed", "int[][]", "[[[1,2],[3,4]]]", "[[1,3],[2,4]]"),
          row(
              "String[][]",
              "transposedWords",
              "java.lang.String[][]",
              "[[['a','b'],['c','d']]]",
              "[['a','c'],['b','d']]"),
          row(
              "User[]",
              "namesOf",
              "dev.vertxmesh.samples.User[]",
              "[[" + ANN + "," + BOB + "]]",
              "['Ann','Bob']"),
          row(
              "User[] out",
              "findAll",
              "long[]",
              "[[1,2]]",
              members("[{'name':'Ada'},{'name':'Grace'}]")),
          row(
              "enum[]",
              "nextRoles",
              "dev.vertxmesh.samples.Role[]",
              "[['GUEST','ADMIN']]",
              "['MEMBER','GUEST']"),
          row("int...", "total", "int[]", "[[1,2,3]]", "6"),
          row("int... of none", "total", "int[]", "[[]]", "0"),
          row(
              "String, String...",
              "joined",
              "java.lang.String,java.lang.String[]",
              "['-',['a','b']]",
              "'a-b'"),
          row("List<String>", "join", LIST, "[['1','2']]", "'1,2'"),
          row("List<Long> small", "sum", LIST, "[[1,2]]", "3"),
          row(
              "List<Long> beyond 2^53",
              "sum",
              LIST,
              "[[1,2,9007199254740993]]",
              "9007199254740996"),
          row("List<BigDecimal>", "sumExactly", LIST, "[[1.10,2]]", "3.10"),
          row(
              "List<BigDecimal>, marked",
              "sumExactly",
              LIST,
              "[[{'$decimal':'1.10'},{'$decimal':'2'}]]",
              "3.10"),
          row("List<List<Long>>", "sumNested", LIST, "[[[1],[2,3]]]", "6"),
          row("List with null in", "nulls", LIST, "[['a',null]]", "1"),
          row("List with null out", "sameList", LIST, "[['a',null]]", "['a',null]"),
          row("Map with null", "sameMap", MAP, "[{'a':null,'b':'c'}]", "{'a':null,'b':'c'}"),
          row(
              "Map<String, Long>",
              "sumOfValues",
              MAP,
              "[{'a':1,'b':9007199254740993}]",
              "9007199254740994"),
          row("Map<Long, Role>", "shifted", MAP, "[{'1':'GUEST'}]", "{'2':'MEMBER'}"),
          row("Set<Role>", "others", "java.util.Set", "[['GUEST','ADMIN']]", "['MEMBER']"),
          row(
              "Map<String, List<User>> in",
              "namesByKey",
              MAP,
              "[{'x':[" + ANN + "," + BOB + "]}]",
              "{'x':'Ann,Bob'}"),
          row(
              "Map<String, List<User>> out",
              "byCity",
              LIST,
              "[[" + ANN + ",{'id':9,'address':{'city':'London'}}]]",
              members("{'nowhere':[" + ANN + "],'London':[{'id':9}]}")),
          row(
              "Page<User>",
              "turned",
              PAGE,
              "[{'items':[" + ANN + "," + BOB + "],'total':2}]",
              members("{'total':2,'items':[{'id':8,'level':2},{'id':7}]}")),
          row(
              "Page<User>, with classes",
              "turned",
              PAGE,
              "[{'items':[{'class':'dev.vertxmesh.samples.User','id':7}," + BOB + "],'total':2}]",
              members("{'total':2,'items':[{'id':8,'level':2},{'id':7}]}")),
          row("Optional in", "orElse", "java.util.Optional,java.lang.String", "['a','b']", "'a'"),
          row(
              "Optional in, empty",
              "orElse",
              "java.util.Optional,java.lang.String",
              "[null,'b']",
              "'b'"),
          row("Optional out", "maybe", "java.lang.String", "['Ada']", members("{'name':'Ada'}")),
          row("Optional out, empty", "maybe", "java.lang.String", "['nobody']", "null"),
          row("Object: a number", "sameObject", "java.lang.Object", "[5]", "5"),
          row(
              "Object: a tree",
              "sameObject",
              "java.lang.Object",
              "[{'a':[1,'b',null,{'c':true}]}]",
              "{'a':[1,'b',null,{'c':true}]}"),
          row(
              "Map<String, Object>",
              "pick",
              MAP + ",java.lang.String",
              "[{'a':[1,2.5]},'a']",
              "[1,2.5]"),
          row(
              "generic parent's method",
              "same",
              "java.lang.Object",
              "[" + BOB + "]",
              members("{'id':8,'level':2}")),
          row(
              "generic parent's default method",
              "sameTwice",
              "java.lang.Object",
              "[" + BOB + "]",
              members("{'id':8,'level':2}")));

  private ShapeRows() {}
}
