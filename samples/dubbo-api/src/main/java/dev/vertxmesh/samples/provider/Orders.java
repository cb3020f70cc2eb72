package dev.vertxmesh.samples.provider;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;

/**
 * What a provider is told to become while it runs, a line each: {@code delay MS}, {@code throw} at
 * once, {@code answer} again, {@code leave} (its service isn't exported any more) and {@code
 * return}. Each is told to be done in a line of its own, {@code order N done}, from 1.
 */
public final class Orders {
  private final HelloProvider hello;
  private final Export export;
  private final PrintStream told;

  /** The service, as the release of Dubbo exports it. */
  public interface Export {
    void leave();

    void comeBack();
  }

  public Orders(HelloProvider hello, Export export, PrintStream told) {
    this.hello = hello;
    this.export = export;
    this.told = told;
  }

  /** Takes orders until there are no more, on a thread of its own that keeps nobody up. */
  public void takeFrom(Reader lines) {
    Thread thread = new Thread(() -> obey(lines), "orders");
    thread.setDaemon(true);
    thread.start();
  }

  void obey(Reader lines) {
    try (BufferedReader orders = new BufferedReader(lines)) {
      int number = 0;
      for (String line = orders.readLine(); line != null; line = orders.readLine()) {
        number++;
        told.println("order " + number + (obey(line) ? " done" : " is none: " + line));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean obey(String order) {
    if (order.matches("delay \\d{1,7}")) {
      hello.delayMillis(Long.parseLong(order.substring("delay ".length())));
      return true;
    }
    switch (order) {
      case "throw" -> hello.throwing(true);
      case "answer" -> hello.throwing(false);
      case "leave" -> export.leave();
      case "return" -> export.comeBack();
      default -> {
        return false;
      }
    }
    return true;
  }
}
