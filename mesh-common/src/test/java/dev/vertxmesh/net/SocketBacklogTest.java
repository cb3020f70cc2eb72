package dev.vertxmesh.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.memory.MemoryBudget;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SocketBacklogTest {

  private static final int BYTES = 100_000;

  private final MemoryBudget budget = MemoryBudget.ofDirect();
  private final long before = budget.taken();
  private final List<String> ended = new ArrayList<>();
  private final List<SlowSocket> sockets = new ArrayList<>();
  private SlowSocket socket;

  @BeforeEach
  void open() {
    socket = open("first");
  }

  private SlowSocket open(String name) {
    SlowSocket opened = new SlowSocket();
    sockets.add(opened);
    SocketBacklog.charge(opened, () -> ended.add(name));
    return opened;
  }

  @AfterEach
  void allIsGivenBackWithTheConnection() {
    sockets.forEach(SlowSocket::finishAndReleaseAll);
    assertThat(taken()).isZero();
  }

  private long taken() {
    return budget.taken() - before;
  }

  private static void send(SlowSocket to, int bytes) {
    to.writeOneOutbound(Unpooled.directBuffer(bytes).writeZero(bytes));
    to.flush();
  }

  @Test
  void whatTheSocketTakesCostsNothing() {
    socket.take(BYTES);
    send(socket, BYTES);
    assertThat(taken()).isZero();
  }

  @Test
  void whatItLeavesIsChargedUntilItIsTaken() {
    send(socket, BYTES);
    assertThat(taken()).isBetween((long) BYTES, BYTES + 200L);
    socket.take(BYTES);
    socket.advanceTimeBy(100, TimeUnit.MILLISECONDS);
    socket.runScheduledPendingTasks();
    assertThat(taken()).isZero();
  }

  @Test
  void whoLeavesMostIsCutOffForTheOthers() {
    long others = budget.most() - before - BYTES / 2 * 3;
    assertThat(budget.take(others)).isTrue();
    send(socket, BYTES);
    SlowSocket second = open("second");
    send(second, BYTES * 3 / 4);
    socket.runPendingTasks();
    second.runPendingTasks();
    budget.give(others);
    assertThat(ended).containsExactly("first");
    assertThat(socket.isOpen()).isFalse();
    assertThat(second.isOpen()).isTrue();
  }

  @Test
  void whoLeavesMostByItselfIsCutOff() {
    long others = budget.most() - before - BYTES / 2;
    assertThat(budget.take(others)).isTrue();
    send(socket, BYTES);
    socket.runPendingTasks();
    budget.give(others);
    assertThat(ended).containsExactly("first");
    assertThat(socket.isOpen()).isFalse();
  }
}
