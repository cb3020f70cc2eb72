package dev.vertxmesh.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Feeds a target with all files of a folder, without Jazzer: what its instrumentation costs isn't
 * counted then, and the price is exact.
 */
public final class Replay {

  private Replay() {}

  /**
   * @param arguments a target's class and a folder
   */
  public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
    Class<?> target = Class.forName(arguments[0]);
    Constructor<?> constructor = target.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    Method method =
        Arrays.stream(target.getDeclaredMethods())
            .filter(each -> each.isAnnotationPresent(FuzzTest.class))
            .findFirst()
            .orElseThrow();
    method.setAccessible(true);
    List<Path> inputs;
    try (Stream<Path> files = Files.walk(Path.of(arguments[1]))) {
      inputs = files.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path input : inputs) {
      try {
        method.invoke(instance, (Object) Files.readAllBytes(input));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("with " + input, e.getCause());
      }
    }
    System.exit(0); // servers' threads go on
  }
}
