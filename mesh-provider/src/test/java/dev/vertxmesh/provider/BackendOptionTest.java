package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendOptionTest {

  private final BackendOption.Converter converter = new BackendOption.Converter();

  @Test
  void isAKindAndAnAddress() {
    assertThat(converter.convert("thrift://[::1]:9090"))
        .isEqualTo(new BackendOption.Url("thrift", new HostPort("::1", 9090)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h:1|expected KIND://HOST:PORT",
        "://h:1|expected KIND://HOST:PORT",
        "thrift://h|'h' has no port, expected HOST:PORT",
        "dubbo://h:1|one for dubbo, expected --dubbo HOST:PORT",
        "grpc://h:1|one for grpc, expected --grpc HOST:PORT",
        "tri://h:1|one for tri, expected --grpc HOST:PORT"
      })
  void whatIsNoneIsRefused(String given, String message) {
    assertThatThrownBy(() -> converter.convert(given))
        .isInstanceOf(Expected.class)
        .hasMessageContaining(message);
  }
}
