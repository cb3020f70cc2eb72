package dev.vertxmesh.it.matrix;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Child;
import dev.vertxmesh.it.harness.Consumer;
import dev.vertxmesh.it.harness.Json;
import dev.vertxmesh.it.harness.Mesh;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * An unmodified Java program that makes the same calls as the agent does where it doesn't know the
 * API: generic ones by its Dubbo's own {@code GenericService}, of the provider's release, in
 * hessian2, straight at the provider. Started when it's first needed.
 */
final class AsJava implements AutoCloseable {

  private final Column column;
  private final int port;
  private Child consumer;
  private int asked;

  AsJava(Column column, Mesh mesh) {
    this.column = column;
    this.port = mesh.dubbo().port();
  }

  /** Whether there is such a program for a column's calls. */
  static boolean knows(Column column) {
    return column.serialization().equals("hessian2");
  }

  /**
   * Whether it gets the same.
   *
   * @param typed whether the call has types
   */
  boolean getsTheSame(Row row, boolean typed, Answer answer) {
    if (!knows(column) || column.api()) {
      return false;
    }
    String[] types = typed ? ((List<?>) Json.natural(row.types())).toArray(String[]::new) : null;
    Object[] arguments = ((List<?>) Json.natural(row.args())).toArray();
    Object got = call(new Object[] {row.method(), types, arguments});
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

  private Object call(Object[] call) {
    if (consumer == null) {
      boolean has = !column.release().startsWith("2.6."); // as Dialect has it
      consumer = Consumer.generic(column.release(), port, has ? "raw.return" : "true");
    }
    consumer.send(encoded(call));
    Pattern answer = Pattern.compile("^answer " + ++asked + ": (.*)");
    return decoded(consumer.awaitLine(answer).group(1));
  }

  private static String encoded(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private static Object decoded(String text) {
    byte[] bytes = Base64.getDecoder().decode(text);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.kill();
    }
  }
}
