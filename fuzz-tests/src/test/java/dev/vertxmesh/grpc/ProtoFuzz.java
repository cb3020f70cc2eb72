package dev.vertxmesh.grpc;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import java.util.List;

/** What the messages of reflection and health may cost, which protobuf reads. */
class ProtoFuzz {

  /** A field that isn't known takes a map and a list of its own in each message. */
  private static final Price PRICE = new Price(256);

  private static final List<Parser<?>> PARSERS =
      List.of(
          HealthCheckRequest.parser(),
          HealthCheckResponse.parser(),
          ServerReflectionRequest.parser(),
          ServerReflectionResponse.parser());

  @FuzzTest
  void messages(byte[] input) {
    PRICE.hold(input.length, () -> PARSERS.forEach(parser -> attempt(parser, input)));
  }

  private static void attempt(Parser<?> parser, byte[] input) {
    try {
      parser.parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      // no message
    }
  }
}
