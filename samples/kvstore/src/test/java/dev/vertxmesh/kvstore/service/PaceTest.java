package dev.vertxmesh.kvstore.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final long READ = 10;
  private static final long WRITE = 50;

  private final Loop loop = new Loop();
  private final List<String> done = new ArrayList<>();
  private final DelayLine reads = new DelayLine(READ, () -> loop.now, loop);
  private final DelayLine writes = new DelayLine(WRITE, () -> loop.now, loop);

  /** An event loop's timers in virtual time. */
  private static final class Loop implements DelayLine.Timer {
    private record Alarm(long at, Runnable fire) {}

    private final PriorityQueue<Alarm> alarms =
        new PriorityQueue<>(Comparator.comparingLong(Alarm::at));
    private int armed;
    private long now = 1_000;

    @Override
    public void after(long nanos, Runnable fire) {
      armed++;
      alarms.add(new Alarm(now + nanos, fire));
    }

    void until(long later) {
      long end = 1_000 + later;
      while (!alarms.isEmpty() && alarms.peek().at() <= end) {
        Alarm alarm = alarms.remove();
        now = alarm.at();
        alarm.fire().run();
      }
      now = end;
    }
  }

  private final class Call implements Turn {
    private final String name;
    private final boolean write;
    private boolean wanted = true;

    Call(String name, boolean write) {
      this.name = name;
      this.write = write;
    }

    @Override
    public boolean isWanted() {
      return wanted;
    }

    @Override
    public boolean isWrite() {
      return write;
    }

    @Override
    public void run() {
      done.add(name + "@" + (loop.now - 1_000) + (wanted ? "" : " unwanted"));
    }
  }

  @Test
  void concurrent_calls_take_their_own_delay_each() {
    Pace pace = Pace.concurrent(reads, writes);
    pace.pass(new Call("w1", true));
    pace.pass(new Call("r1", false));
    loop.until(5);
    pace.pass(new Call("w2", true));
    pace.pass(new Call("r2", false));

    loop.until(100);

    assertThat(done).containsExactly("r1@10", "r2@15", "w1@50", "w2@55");
  }

  @Test
  void one_timer_does_for_all_that_wait() {
    Pace pace = Pace.concurrent(reads, writes);
    for (int i = 0; i < 1_000; i++) {
      pace.pass(new Call("w" + i, true));
    }
    loop.until(100);

    assertThat(done).hasSize(1_000);
    assertThat(loop.armed).isEqualTo(1);
  }

  @Test
  void what_throws_stops_nobody_behind_it() {
    writes.add(
        () -> {
          throw new IllegalStateException("thrown on purpose");
        });
    writes.add(() -> done.add("after"));

    try {
      loop.until(WRITE);
    } catch (IllegalStateException e) {
      done.add(e.getMessage());
    }
    loop.until(WRITE + 1);

    assertThat(done).containsExactly("thrown on purpose", "after");
  }

  @Test
  void locked_calls_wait_for_one_another() {
    Pace pace = new OneAtATime(reads, writes);
    pace.pass(new Call("w1", true));
    pace.pass(new Call("r1", false));
    pace.pass(new Call("w2", true));

    loop.until(1_000);

    assertThat(done).containsExactly("w1@50", "r1@60", "w2@110");
  }

  @Test
  void who_has_gone_by_its_turn_takes_no_time() {
    Pace pace = new OneAtATime(reads, writes);
    pace.pass(new Call("w1", true));
    Call gone = new Call("w2", true);
    pace.pass(gone);
    pace.pass(new Call("r1", false));
    gone.wanted = false;

    loop.until(1_000);

    assertThat(done).containsExactly("w1@50", "w2@50 unwanted", "r1@60");
  }

  @Test
  void a_long_line_without_delays_is_no_deep_stack() {
    DelayLine none = new DelayLine(0, () -> loop.now, loop);
    Pace pace = new OneAtATime(none, writes);
    pace.pass(new Call("w", true));
    for (int i = 0; i < 100_000; i++) {
      pace.pass(new Call("r", false));
    }

    loop.until(WRITE);

    assertThat(done).hasSize(100_001).last().isEqualTo("r@50");
  }
}
