package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.members;
import static dev.vertxmesh.it.matrix.Row.row;

import java.util.List;

/** A service as people write them: beans in and out, and what is stored in between. */
final class UserRows {

  private static final String STRING = "java.lang.String";
  private static final String USER = "dev.vertxmesh.samples.User";
  private static final String ADA =
      "{'id':1,'name':'Ada','role':'ADMIN','tags':['first','数学'],'scores':{'chess':12},"
          + "'address':{'street':'St James\\u0027s Square 12','city':'London','zip':'SW1Y 4JH'},"
          + "'formerAddresses':[{'street':'Piccadilly 139','city':'London','zip':'W1J 7NU'}],"
          + "'born':'1815-12-10T00:00:00Z','balance':1234567890.120,'avatar':'iVBORwD/',"
          + "'active':true}";
  private static final String GRACE =
      "{'id':2,'name':'Grace','role':'MEMBER','level':3,'perk':'nanoseconds','manager':"
          + ADA
          + "}";

  private static final Row FORGET_50 = row("", "remove", "long", "[50]", "null");

  static final List<Row> ALL =
      List.of(
          row("find by id", "find", "long", "[1]", members(ADA)),
          row("find a subclass with a manager", "find", "long", "[2]", members(GRACE)),
          row("find by name", "find", STRING, "['Ada']", members("{'id':1}")),
          row("find nobody", "find", STRING, "['nobody']", "null"),
          row(
              "find by name and role",
              "find",
              STRING + ",dev.vertxmesh.samples.Role",
              "['Grace','MEMBER']",
              members("{'id':2}")),
          row("default method that calls another", "roleOf", "long", "[1]", "'Ada is ADMIN'"),
          row(
              "search",
              "search",
              "dev.vertxmesh.samples.UserQuery",
              "[{'prefix':'Gra','roles':['MEMBER'],'limit':5}]",
              members("{'total':1,'items':[{'id':2,'level':3}]}")),
          row(
              "byName",
              "byName",
              "java.util.List",
              "[['Ada','nobody']]",
              members("{'Ada':{'id':1}}")),
          row("roles", "roles", "", "[]", members("{'1':'ADMIN','2':'MEMBER'}")),
          row(
              "cycle",
              "cycle",
              "",
              "[]",
              new Expected.Problem("serialization", "contains itself", "")),
          row(
              "the same object twice",
              "twins",
              "",
              "[]",
              members("[{'id':1,'name':'Ann'},{'id':1,'name':'Ann'}]")),
          row(
              "a chain of 100",
              "chain",
              "int",
              "[100]",
              members("{'id':1,'manager':{'id':2,'manager':{'id':3}}}")),
          row("list with null", "withNull", "", "[]", members("[{'id':1},null,{'id':2}]")),
          row(
              "map with null",
              "withNullValue",
              "",
              "[]",
              members("{'Ann':{'id':1},'nobody':null}")),
          row("5,000 users", "crowd", "int", "[5000]", new Expected.Length(100_000)),
          row("remove", "remove", "long", "[50]", "null"),
          row("save", "save", USER, "[{'id':50,'name':'Zoe'}]", "null").after(FORGET_50),
          row("saveAll", "saveAll", "java.util.List", "[[{'id':50},{'id':51}]]", "[50,51]"),
          row("deposit", "deposit", "long,java.math.BigDecimal", "[1,0.000]", "1234567890.120"),
          row(
              "promote",
              "promote",
              "long,int",
              "[1,7]",
              members("{'id':1,'level':7,'balance':1234567890.120}")));

  private UserRows() {}
}
