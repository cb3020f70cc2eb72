package dev.vertxmesh.launch;

import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/**
 * SIGTERM and SIGINT. A shutdown hook would do for the first of them, but can't be told that there
 * was a second. The class for it isn't part of Java proper, hence the reflection; where it's
 * missing, or the JVM was told to keep its hands off signals, it's a hook after all.
 */
final class Signals {

  private Signals() {}

  /**
   * @param onSignal gets the signal's name, on a thread of its own, each time
   * @param onEnd runs when the JVM ends, if signals can't be handled; must not end it itself
   */
  static void handle(Consumer<String> onSignal, Runnable onEnd) {
    try {
      for (String name : new String[] {"TERM", "INT"}) {
        handle(name, () -> onSignal.accept("SIG" + name));
      }
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      Runtime.getRuntime().addShutdownHook(new Thread(onEnd, "mesh-end"));
    }
  }

  private static void handle(String name, Runnable action) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object proxy =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handler},
            (self, method, args) -> {
              if (method.getName().equals("handle")) {
                action.run();
              }
              return null;
            });
    Object wanted = signal.getConstructor(String.class).newInstance(name);
    signal.getMethod("handle", signal, handler).invoke(null, wanted, proxy);
  }
}
