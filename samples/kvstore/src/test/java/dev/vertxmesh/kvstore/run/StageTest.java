package dev.vertxmesh.kvstore.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StageTest {

  @Test
  void the_delays_alone_allow_so_many_calls() {
    assertThat(Stage.of(true, 1, true).ceiling(10, 50)).isEqualTo(25);
    assertThat(Stage.of(false, 100, true).ceiling(10, 50)).isEqualTo(25);
    assertThat(Stage.of(false, 100, false).ceiling(10, 50)).isEqualTo(2_500);
    assertThat(Stage.of(false, 2000, false).ceiling(10, 50)).isEqualTo(50_000);
    assertThat(Stage.of(false, 100, false).ceiling(0, 0)).isInfinite();
  }

  @Test
  void the_articles_figures_stand_beside_their_stages() {
    assertThat(Stage.of(true, 1, true).published()).isEqualTo(16.55);
    assertThat(Stage.of(false, 100, true).published()).isEqualTo(24.28);
    assertThat(Stage.of(false, 100, false).published()).isEqualTo(2449.8);
    assertThat(Stage.of(false, 7, false).published()).isNaN();
  }

  @Test
  void a_whole_is_shared_to_the_last() {
    int sum = 0;
    for (int part = 0; part < 3; part++) {
      sum += StageRun.share(100, part, 3);
    }
    assertThat(sum).isEqualTo(100);
    assertThat(StageRun.share(100, 0, 3)).isEqualTo(34);
    assertThat(StageRun.share(100, 2, 3)).isEqualTo(33);
  }
}
