package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.GenericCalls;
import dev.vertxmesh.it.harness.Json;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Unmodified Java programs of the provider's own release that make the same calls straight at it:
 * in the same serialization by the interface, and where the agent doesn't know the API, generic
 * ones by Dubbo's own {@code GenericService}. They are started when they're first needed.
 */
final class AsJava implements AutoCloseable {

  private final Column column;
  private final int port;
  private Map<String, String> answers;
  private GenericCalls consumer;

  /**
   * @param port the provider's
   */
  AsJava(Column column, int port) {
    this.column = column;
    this.port = port;
  }

  /**
   * Whether one of them gets the same.
   *
   * @param typed whether the call has types
   */
  boolean getsTheSame(Row row, boolean typed, Answer answer) {
    return getsByTheInterface(row, answer)
        || !column.api() && getsByAGenericCall(row, typed, answer);
  }

  private boolean getsByTheInterface(Row row, Answer answer) {
    if (answers == null) {
      answers =
          column.release().startsWith("3.") // loses nothing that a program is here for
              ? Map.of()
              : Consumer.answers(column.release(), column.serialization(), port);
    }
    String same = answers.get(row.name());
    return same != null && new Expected.Exactly(same).matches(answer);
  }

  private boolean getsByAGenericCall(Row row, boolean typed, Answer answer) {
    String[] types = typed ? ((List<?>) Json.natural(row.types())).toArray(String[]::new) : null;
    Object[] arguments = ((List<?>) Json.natural(row.args())).toArray();
    Object got = call(row, types, arguments);
    return got instanceof Map<?, ?> map && map.get("thrown") instanceof String[] thrown
        ? isSame(thrown, answer)
        : answer.status() == 200 && Json.natural(answer.body()).equals(got);
  }

  private static boolean isSame(String[] thrown, Answer answer) {
    JsonObject exception =
        answer.status() == 200 ? null : answer.problem().getJsonObject("exception");
    return exception != null
        && exception.getString("class").equals(thrown[0])
        && Objects.equals(exception.getString("message"), thrown[1]);
  }

  private Object call(Row row, String[] types, Object[] arguments) {
    if (consumer == null) {
      boolean has = !column.release().startsWith("2.6."); // as Capabilities has it
      consumer = Consumer.generic(column.release(), port, has ? "raw.return" : "true");
    }
    return consumer.call(row.method(), types, arguments);
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
  }
}
