package dev.vertxmesh.kvstore.service;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdmissionTest {
  private final Admission admission = new Admission(2, 1_000);

  @Test
  void so_many_calls_come_in_and_the_next_is_told_why_not() {
    assertThat(admission.enter(10)).isNull();
    assertThat(admission.enter(10)).isNull();
    assertThat(admission.enter(10)).isEqualTo("calls in flight: 2, at most 2");

    admission.leave(10);

    assertThat(admission.enter(10)).isNull();
  }

  @Test
  void so_many_bytes_come_in_whether_asked_or_answered() {
    assertThat(admission.enter(600)).isNull();
    assertThat(admission.grow(401)).isEqualTo("bytes in flight: 600 and 401 more, at most 1000");
    assertThat(admission.grow(400)).isNull();
    assertThat(admission.enter(1)).isEqualTo("bytes in flight: 1000 and 1 more, at most 1000");

    admission.leave(1_000);

    assertThat(admission.calls()).isZero();
    assertThat(admission.bytes()).isZero();
  }
}
