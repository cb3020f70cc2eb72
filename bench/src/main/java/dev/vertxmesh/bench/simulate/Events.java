package dev.vertxmesh.bench.simulate;

import java.util.Arrays;

/** What is going to happen, the earliest first: a binary heap without an object an event. */
final class Events {

  private long[] times = new long[1024];
  private int[] kinds = new int[1024];
  private Object[] subjects = new Object[1024];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  long time() {
    return times[0];
  }

  int kind() {
    return kinds[0];
  }

  Object subject() {
    return subjects[0];
  }

  void add(long time, int kind, Object subject) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      kinds = Arrays.copyOf(kinds, size * 2);
      subjects = Arrays.copyOf(subjects, size * 2);
    }
    int at = size++;
    while (at > 0 && times[at - 1 >>> 1] > time) {
      move(at - 1 >>> 1, at);
      at = at - 1 >>> 1;
    }
    set(at, time, kind, subject);
  }

  void removeFirst() {
    size--;
    long time = times[size];
    int kind = kinds[size];
    Object subject = subjects[size];
    subjects[size] = null;
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && times[child + 1] < times[child]) {
        child++;
      }
      if (times[child] >= time) {
        break;
      }
      move(child, at);
      at = child;
    }
    if (size > 0) {
      set(at, time, kind, subject);
    }
  }

  private void move(int from, int to) {
    set(to, times[from], kinds[from], subjects[from]);
  }

  private void set(int at, long time, int kind, Object subject) {
    times[at] = time;
    kinds[at] = kind;
    subjects[at] = subject;
  }
}
