package dev.vertxmesh.kvstore.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PermitsTest {
  private final Permits permits = new Permits(2);
  private final List<String> ran = new ArrayList<>();

  @Test
  void there_are_so_many_and_no_more() {
    assertThat(permits.tryAcquire()).isTrue();
    assertThat(permits.tryAcquire()).isTrue();
    assertThat(permits.tryAcquire()).isFalse();

    permits.release();

    assertThat(permits.tryAcquire()).isTrue();
    assertThat(permits.tryAcquire()).isFalse();
  }

  @Test
  void who_leaves_word_is_run_once_by_the_next_release() {
    permits.tryAcquire();
    permits.tryAcquire();
    permits.whenFree(() -> ran.add("run"));
    assertThat(ran).isEmpty();

    permits.release();
    permits.release();

    assertThat(ran).containsExactly("run");
  }
}
