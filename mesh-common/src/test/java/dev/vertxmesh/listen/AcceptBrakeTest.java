package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listening socket to which the test gives connections, and whose clock is the test's. */
class AcceptBrakeTest {

  private final Rooms room = new Rooms();
  private final EmbeddedChannel listening = new EmbeddedChannel();
  private final AcceptBrake brake = AcceptBrake.of(listening, room);
  private final List<Channel> connections = new ArrayList<>();

  AcceptBrakeTest() {
    listening.freezeTime();
  }

  private static final class Rooms implements AcceptBrake.Room {
    private boolean full;
    private boolean late;
    private int refused;
    private CloseReason reason;

    @Override
    public boolean isFull() {
      return full;
    }

    @Override
    public boolean isLate(Channel connection) {
      return late;
    }

    @Override
    public void onRefused(CloseReason reason) {
      refused++;
      this.reason = reason;
    }
  }

  @AfterEach
  void close() {
    listening.finishAndReleaseAll();
    connections.forEach(connection -> connection.unsafe().closeForcibly());
  }

  private Channel accept() {
    Channel connection = new EmbeddedChannel(false, false);
    connections.add(connection);
    listening.writeInbound(connection);
    return connection;
  }

  private boolean takesMore() {
    return listening.config().isAutoRead();
  }

  private void accept(int count) {
    for (int i = 0; i < count; i++) {
      accept();
    }
  }

  private void afterAPause() {
    listening.advanceTimeBy(AcceptBrake.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    listening.runScheduledPendingTasks();
  }

  @Test
  void acceptingPausesWhileManyWaitAndGoesOnOnceHalfOfThemAreLookedAt() {
    accept(AcceptBrake.MOST_WAITING - 1);
    assertThat(takesMore()).isTrue();
    accept();
    assertThat(takesMore()).isFalse();
    for (int i = 0; i < AcceptBrake.MOST_WAITING / 2; i++) {
      brake.onLooked(listening);
      assertThat(takesMore()).isFalse();
    }
    brake.onLooked(listening);
    assertThat(takesMore()).isTrue();
    assertThat(listening.inboundMessages()).hasSize(AcceptBrake.MOST_WAITING);
  }

  @Test
  void whereThereIsNoRoomAConnectionIsClosedBeforeALoopHasIt() {
    room.full = true;
    Channel refused = accept();
    assertThat(refused.isOpen()).isFalse();
    assertThat(listening.inboundMessages()).isEmpty();
    assertThat(room.refused).isOne();

    room.full = false;
    Channel taken = accept();
    assertThat(taken.isOpen()).isTrue();
    assertThat(listening.<Channel>readInbound()).isSameAs(taken);
  }

  @Test
  void whatHasWaitedTooLongIsClosedBeforeALoopHasIt() {
    room.late = true;
    Channel late = accept();
    assertThat(late.isOpen()).isFalse();
    assertThat(listening.inboundMessages()).isEmpty();
    assertThat(room.reason).isEqualTo(CloseReason.LATE);
  }

  @Test
  void manyRefusalsPauseAcceptingForAMoment() {
    room.full = true;
    accept(AcceptBrake.MOST_REFUSED - 1);
    assertThat(takesMore()).isTrue();
    accept();
    assertThat(takesMore()).isFalse();
    afterAPause();
    assertThat(takesMore()).isTrue();
    accept(AcceptBrake.MOST_REFUSED - 1);
    assertThat(takesMore()).isTrue();
  }

  @Test
  void whoIsLookedAtDoesNotEndThePauseOfRefusals() {
    accept();
    room.full = true;
    accept(AcceptBrake.MOST_REFUSED);
    brake.onLooked(listening);
    assertThat(takesMore()).isFalse();
    afterAPause();
    assertThat(takesMore()).isTrue();
  }

  @Test
  void theEndOfAPauseDoesNotLetMoreInThanAreLookedAt() {
    accept(AcceptBrake.MOST_WAITING);
    room.full = true;
    accept(AcceptBrake.MOST_REFUSED);
    afterAPause();
    assertThat(takesMore()).isFalse();
    for (int i = 0; i <= AcceptBrake.MOST_WAITING / 2; i++) {
      brake.onLooked(listening);
    }
    assertThat(takesMore()).isTrue();
  }

  @Test
  void aListeningSocketHasOneBrake() {
    assertThat(AcceptBrake.of(listening, AcceptBrake.Room.ENDLESS)).isSameAs(brake);
  }
}
