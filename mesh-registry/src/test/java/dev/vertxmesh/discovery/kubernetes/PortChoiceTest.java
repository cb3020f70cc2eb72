package dev.vertxmesh.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.vertxmesh.discovery.kubernetes.EndpointSlice.Port;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortChoiceTest {

  /** As {@code NAME=NUMBER/APPPROTOCOL}, several with blanks. */
  private static List<Port> ports(String text) {
    return Stream.of(text.split(" "))
        .map(one -> one.split("[=/]"))
        .map(one -> new Port(one[0], Integer.parseInt(one[1]), one.length > 2 ? one[2] : ""))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "dubbo=20880, '', '', 20880 dubbo",
    "http=80 dubbo-main=20880, '', '', 20880 dubbo",
    "tri=50051, '', '', 50051 grpc",
    "x=50051/grpc, '', '', 50051 grpc",
    "x=1/DUBBO dubbo=2, '', '', 1 dubbo",
    "grpc=1 dubbo=2 link=3, '', '', 3 mesh",
    "grpc=1 dubbo=2, '', '', 2 dubbo",
    "grpc=1 dubbo=2, '', grpc, 1 grpc",
    "grpc=1 dubbo=2, grpc, '', 1 grpc",
    "a=1 b=2, b, dubbo, 2 dubbo",
    "a=1 b=2, 1, tri, 1 grpc",
    "a=1, '', thrift, 1 thrift",
  })
  void isTheOneThatCanBeCalledBestOrIsNamed(
      String ports, String port, String protocol, String chosen) {
    PortChoice.Chosen found = new PortChoice(port, protocol).of(ports(ports));
    assertThat(found.number() + " " + found.protocol()).isEqualTo(chosen);
  }

  @ParameterizedTest
  @CsvSource({
    "http=80 x=81, '', '', 'no port that is known to be called among 80 (http), 81 (x); expected'",
    "grpc-web=80, '', '', no port that is known to be called",
    "a=1 b=2, '', dubbo, no port that is known to be called",
    "a=1, b, dubbo, no port b among 1 (a)",
    "a=1, a, '', nobody knows what port a speaks",
    "dubbo=0, '', '', a port without a number",
  })
  void whyNoneCanBeIsSaid(String ports, String port, String protocol, String told) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PortChoice(port, protocol).of(ports(ports)))
        .withMessageContaining(told);
  }
}
