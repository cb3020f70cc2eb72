package dev.vertxmesh.it.harness.loops;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Executor;

/** Finds a thread's event loop. */
final class EventLoops {

  private static final int MOST_LOOKED_AT = 200;

  private EventLoops() {}

  /** The first of Netty's executors that what the thread runs leads to. */
  static Executor of(Thread thread) throws ReflectiveOperationException {
    ArrayDeque<Object> next = new ArrayDeque<>();
    Set<Object> known = Collections.newSetFromMap(new IdentityHashMap<>());
    addRunnables(thread, Thread.class, next);
    while (!next.isEmpty() && known.size() < MOST_LOOKED_AT) {
      Object object = next.poll();
      if (object instanceof Executor executor) {
        return executor;
      }
      if (known.add(object)) {
        for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
          addRunnables(object, c, next);
        }
      }
    }
    throw new NoSuchFieldException("no event loop in " + thread);
  }

  /** What a thread runs is a Runnable in a Runnable, and the last of them has the event loop. */
  private static void addRunnables(Object object, Class<?> of, ArrayDeque<Object> to)
      throws ReflectiveOperationException {
    for (Field field : of.getDeclaredFields()) {
      boolean isCandidate =
          !Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive();
      if (isCandidate && field.trySetAccessible()) {
        Object value = field.get(object);
        if (value instanceof Executor || value instanceof Runnable && !(value instanceof Thread)) {
          to.add(value);
        }
      }
    }
  }
}
