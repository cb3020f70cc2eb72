package dev.vertxmesh.it.harness;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.regex.Pattern;

/** Generic calls by a native Dubbo consumer in a process of its own, one after the other. */
public final class GenericCalls implements AutoCloseable {

  private final Child consumer;
  private int asked;

  GenericCalls(Child consumer) {
    this.consumer = consumer;
  }

  /**
   * @param types as Dubbo names them, or null
   * @return what came, or a map of {@code thrown} to the exception's class and message
   */
  public Object call(String method, String[] types, Object... arguments) {
    consumer.send(encoded(new Object[] {method, types, arguments}));
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
    consumer.kill();
  }
}
