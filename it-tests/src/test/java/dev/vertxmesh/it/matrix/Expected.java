package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Json;
import io.vertx.core.json.JsonObject;

/** What a call should be answered with. */
sealed interface Expected {

  /** Whether the answer is this. */
  boolean matches(Answer answer);

  /** This JSON, to the last digit. */
  record Exactly(String json) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      return answer.status() == 200 && Json.same(json, answer.body());
    }
  }

  /** An object with at least these members, or an array of such. */
  record Members(String json) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      return answer.status() == 200 && Json.has(json, answer.body());
    }
  }

  /** This float, in its own digits or in those of a double. */
  record SameFloat(String json) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      return answer.status() == 200 && Float.parseFloat(answer.body()) == Float.parseFloat(json);
    }
  }

  /** A result of at least so many bytes, too long to be written down. */
  record Length(int bytes) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      return answer.status() == 200 && answer.body().length() >= bytes;
    }
  }

  /** A header of the answer. */
  record Header(String name, String value) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      return answer.status() == 200 && answer.header(name).equals(value);
    }
  }

  /** A header of the answer if its result is true; none if it is false, which the method says. */
  record HeaderIfTrue(String name, String value) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      String told = answer.body().equals("true") ? value : "";
      boolean isTruth = told.equals(value) || answer.body().equals("false");
      return answer.status() == 200 && isTruth && answer.header(name).equals(told);
    }
  }

  /**
   * A problem.
   *
   * @param type as in docs/errors.md, without {@code urn:vertx-mesh:}
   * @param detail a part of its detail
   * @param exception members that the member {@code exception} has; empty if it needn't be there
   */
  record Problem(String type, String detail, String exception) implements Expected {
    @Override
    public boolean matches(Answer answer) {
      if (!answer.header("content-type").equals("application/problem+json")) {
        return false;
      }
      JsonObject problem = answer.problem();
      return ("urn:vertx-mesh:" + type).equals(problem.getString("type"))
          && String.valueOf(problem.getString("detail")).contains(detail)
          && (exception.isEmpty()
              || problem.containsKey("exception")
                  && Json.has(exception, problem.getJsonObject("exception").encode()));
    }
  }
}
