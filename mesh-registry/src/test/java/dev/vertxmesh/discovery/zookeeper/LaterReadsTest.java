package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LaterReadsTest {

  private final List<String> read = new ArrayList<>();
  private final Runnable orders = () -> read.add("orders");
  private final Runnable users = () -> read.add("users");
  private long now;
  private final LaterReads later = new LaterReads(() -> now, 10, 40);

  private void runAt(long time) {
    now = time;
    later.runDue();
  }

  @Test
  void nothingIsReadBeforeItHasWaited() {
    now = 5;
    later.add(orders);
    runAt(14);
    assertThat(read).isEmpty();
    runAt(15);
    assertThat(read).containsExactly("orders");
    runAt(100);
    assertThat(read).hasSize(1);
  }

  @Test
  void allAreReadWithTheFirstAndEachOnce() {
    later.add(orders);
    later.add(orders);
    now = 9;
    later.add(users);
    runAt(10);
    assertThat(read).containsExactlyInAnyOrder("orders", "users");
  }

  @Test
  void whatCannotBeReadAgainWaitsTwiceAsLongEachTime() {
    later.add(orders);
    for (int time : new int[] {10, 30, 70, 110}) {
      int before = read.size();
      runAt(time - 1);
      assertThat(read).hasSize(before);
      runAt(time);
      assertThat(read).hasSize(before + 1);
      later.add(orders);
    }
  }

  @Test
  void onceAllCouldBeReadTheNextWaitsAsTheFirst() {
    later.add(orders);
    runAt(10);
    now = 25;
    later.add(users);
    runAt(34);
    assertThat(read).containsExactly("orders");
    runAt(35);
    assertThat(read).containsExactly("orders", "users");
  }

  @Test
  void whatIsTakenOutIsNotReadAndTheOthersAre() {
    later.add(orders);
    later.add(users);
    later.remove(orders);
    runAt(10);
    assertThat(read).containsExactly("users");
  }

  @Test
  void whatIsForgottenIsNotRead() {
    later.add(orders);
    later.clear();
    runAt(10);
    assertThat(read).isEmpty();
  }
}
