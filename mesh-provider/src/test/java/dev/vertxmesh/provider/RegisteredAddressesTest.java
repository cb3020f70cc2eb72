package dev.vertxmesh.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.address.HostPort;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegisteredAddressesTest {

  private final ProviderOptions options = new ProviderOptions();

  @BeforeEach
  void host() {
    options.host = "10.0.0.7";
  }

  private List<String> of(String bridged) {
    return RegisteredAddresses.of(options, HostPort.parse(bridged)).stream()
        .map(Object::toString)
        .toList();
  }

  @Test
  void aProviderOnTheAgentsMachineRegistersTheMachinesAddress() {
    options.dubbo = HostPort.parse("127.0.0.1:20880");
    assertThat(of("127.0.0.1:20880")).containsExactly("dubbo://10.0.0.7:20880");
    assertThat(of("[::1]:20880")).containsExactly("dubbo://10.0.0.7:20880");
  }

  @Test
  void aProviderElsewhereRegistersItsOwn() {
    options.dubbo = HostPort.parse("10.0.0.8:20880");
    assertThat(of("10.0.0.8:20880")).containsExactly("dubbo://10.0.0.8:20880");
  }

  @Test
  void whoIsToldKnowsBetter() {
    options.registeredAs =
        List.of(HostPort.parse("192.0.2.1:20880"), HostPort.parse("192.0.2.1:50051"));
    assertThat(of("127.0.0.1:20880"))
        .containsExactly("grpc://192.0.2.1:20880", "grpc://192.0.2.1:50051");
  }
}
