package dev.vertxmesh.grpchttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrpcTimeoutTest {

  @ParameterizedTest
  @CsvSource({
    "1H, 3600000000000",
    "2M, 120000000000",
    "3S, 3000000000",
    "250m, 250000000",
    "7u, 7000",
    "99999999n, 99999999",
    "0n, 0"
  })
  void everyUnitIsRead(String text, long nanos) {
    assertThat(GrpcTimeout.parse(text)).isEqualTo(nanos);
  }

  @Test
  void whatIsMoreThanALongHoldsIsTheMostThatItDoes() {
    assertThat(GrpcTimeout.parse("99999999H")).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "S", "5", "5s", "-1S", "1.5S", "100000000S", " 1S", "1 S"})
  void whatIsNoTimeoutIsRefusedWithWhatWasExpected(String text) {
    assertThatThrownBy(() -> GrpcTimeout.parse(text))
        .hasMessage(
            "grpc-timeout: '%s', expected one to eight digits and one of H, M, S, m, u, n", text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0n",
    "99999999, 99999999n",
    "100000000, 100000u",
    "1999999999999, 1999999m",
    "100000000000000, 100000S",
    "9223372036854775807, 2562047H"
  })
  void aSpanIsWrittenInTheFinestUnitThatHasRoomAndNeverLonger(long nanos, String text) {
    assertThat(GrpcTimeout.format(nanos)).isEqualTo(text);
    assertThat(GrpcTimeout.parse(text)).isLessThanOrEqualTo(nanos);
  }
}
