package dev.vertxmesh.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessStatTest {

  private static final String FIELDS_AFTER_STATE = " 1 1 1 0 -1 0 0 0 0 0 9 8 7 6 20 0 1 0 4242 5";

  @Test
  void readsTheStartBehindACommandOfAnyKind() {
    ProcessStat stat = ProcessStat.parse("77 (a) b (c)) S" + FIELDS_AFTER_STATE);
    assertThat(stat).isEqualTo(new ProcessStat(4242, false));
  }

  @Test
  void aZombieHasEnded() {
    assertThat(ProcessStat.parse("77 (java) Z" + FIELDS_AFTER_STATE).ended()).isTrue();
  }

  @Test
  void findsThisProcessAndNotOneThatCantBe() {
    assertThat(ProcessStat.of(ProcessHandle.current().pid())).isPresent();
    assertThat(ProcessStat.of(Integer.MAX_VALUE)).isEmpty();
  }
}
