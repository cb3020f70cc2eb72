package dev.vertxmesh.samples.compare;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/**
 * Makes generic calls that another process asks for, line by line: each is an array of the method's
 * name, its parameters' types or null, and its arguments, as Java serializes it, in base64.
 * Answered by a line {@code answer 1: }, counting on, and what came, written alike: the result, or
 * a map of {@code thrown} to the exception's class and message. All of it are the JDK's own
 * classes.
 */
public final class GenericAnswers {

  /** A Dubbo's {@code GenericService}. */
  @FunctionalInterface
  public interface Service {
    Object invoke(String method, String[] types, Object[] arguments);
  }

  /** Tells the class and message that a generic call's exception stands for; null for others. */
  @FunctionalInterface
  public interface Thrown {
    String[] classAndMessage(RuntimeException thrown);
  }

  private final Service service;
  private final Thrown thrown;

  public GenericAnswers(Service service, Thrown thrown) {
    this.service = service;
    this.thrown = thrown;
  }

  /** Answers until there's nothing more to read. */
  public void answer(InputStream in, PrintStream out) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    int count = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Object[] asked = (Object[]) decoded(line);
      out.println("answer " + ++count + ": " + encoded(answerTo(asked)));
    }
  }

  private Object answerTo(Object[] asked) {
    try {
      return service.invoke((String) asked[0], (String[]) asked[1], (Object[]) asked[2]);
    } catch (RuntimeException e) {
      String[] told = thrown.classAndMessage(e);
      return Map.of("thrown", told == null ? new String[] {e.getClass().getName(), null} : told);
    }
  }

  private static Object decoded(String line) throws IOException {
    byte[] bytes = Base64.getDecoder().decode(line);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private static String encoded(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }
}
