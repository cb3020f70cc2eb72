package dev.vertxmesh.http2;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Field;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** With a Vert.x of each test's own, of which nothing has been loaded yet. */
class WriteQueuesTest {

  private static final String VERTX = "io.vertx.core.streams.impl.MessagePassingQueue";

  @Test
  void streamsOfTheVertxThatTheBuildNamesHaveTheSmallQueue() throws Exception {
    try (URLClassLoader own = ownVertx()) {
      assertThat(prepare(own)).isTrue();
      assertThat(queueOf(own)).isInstanceOf(ConcurrentLinkedQueue.class);
    }
  }

  @Test
  void whereVertxHasItsOwnAlreadyAllStaysAsItIs() throws Exception {
    try (URLClassLoader own = ownVertx()) {
      Object before = queueOf(own);
      assertThat(prepare(own)).isFalse();
      assertThat(queueOf(own)).hasSameClassAs(before);
    }
  }

  private static URLClassLoader ownVertx() {
    URL[] path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(WriteQueuesTest::url)
            .toArray(URL[]::new);
    return new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(entry, e);
    }
  }

  private static boolean prepare(ClassLoader own) throws Exception {
    return (boolean) own.loadClass(WriteQueues.class.getName()).getMethod("prepare").invoke(null);
  }

  private static Object queueOf(ClassLoader own) throws Exception {
    Predicate<Object> takesAll = element -> true;
    Object made =
        own.loadClass(VERTX + "$MpSc").getConstructor(Predicate.class).newInstance(takesAll);
    Field queue = own.loadClass(VERTX).getDeclaredField("queue");
    queue.setAccessible(true);
    return queue.get(made);
  }
}
