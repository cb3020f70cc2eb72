package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.members;
import static dev.vertxmesh.it.matrix.Row.row;
import static dev.vertxmesh.it.matrix.Row.thrown;

import java.util.List;

/** Exceptions of every kind, and answers that come later. */
final class FaultRows {

  private static final String STRING = "java.lang.String";
  private static final String NOT_FOUND = "dev.vertxmesh.samples.UserNotFoundException";
  private static final String QUOTA = "dev.vertxmesh.samples.QuotaException";
  private static final String STATE = "java.lang.IllegalStateException";
  private static final String UNKNOWN_CLASS =
      "Dubbo 3.3 sends no exception whose class isn't on its list";

  static final List<Row> ALL =
      List.of(
          row(
              "declared exception",
              "find",
              "long",
              "[99]",
              thrown(
                  NOT_FOUND + ": no user 99: never saved",
                  "{'class':'"
                      + NOT_FOUND
                      + "','message':'no user 99: never saved','userId':99,'reason':'never saved'}")),
          row(
              "declared, with bean, list, cause",
              "failWithQuota",
              "long,int",
              "[7,2]",
              thrown(
                  QUOTA + ": over 2",
                  "{'class':'"
                      + QUOTA
                      + "','message':'over 2','user':{'id':7},'limits':[2,4],'cause':{'class':'"
                      + STATE
                      + "','message':'counted 2'}}")),
          row(
              "undeclared exception",
              "fail",
              STRING,
              "['no more']",
              thrown(STATE + ": no more", "{'class':'" + STATE + "','message':'no more'}")),
          row(
              "exception without message",
              "fail",
              STRING,
              "[null]",
              thrown(STATE, "{'class':'" + STATE + "'}")),
          row(
              "exception with a cause",
              "failBecause",
              STRING + "," + STRING,
              "['a','b']",
              thrown(
                  STATE + ": a",
                  "{'message':'a','cause':{'class':'java.lang.IllegalArgumentException','message':'b'}}")),
          row("exception of an unknown class", "failOddly", STRING, "['fire']", thrown("fire", "")),
          row("an Error", "failHard", STRING, "['no']", thrown("java.lang.AssertionError: no", "")),
          row("CompletableFuture", "later", STRING + ",long", "['a',10]", "'a'"),
          row(
              "CompletableFuture of a bean",
              "userLater",
              "long",
              "[2]",
              members("{'id':2,'name':'Grace'}")),
          row(
              "CompletableFuture that fails",
              "failLater",
              STRING,
              "['no']",
              thrown(STATE + ": no", "{'class':'" + STATE + "','message':'no'}")),
          row("InterruptedException declared", "slow", "long", "[1]", "'slept 1 ms'"));

  private FaultRows() {}
}
