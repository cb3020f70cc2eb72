package dev.vertxmesh.grpc;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Parser;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckRequest;
import dev.vertxmesh.grpc.HealthMessages.HealthCheckResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ExtensionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import java.io.IOException;
import java.util.List;

/**
 * What the messages of reflection and health may cost, which protobuf reads; and that a question is
 * told by the name that is in it, and stands in its answer.
 */
class ProtoFuzz {

  /** A field that isn't known takes a map and a list of its own in each message. */
  private static final Price PRICE = new Price(256);

  /** A question as deep as protobuf reads, 100, is a level deeper in its answer. */
  private static final int DEEP = 101;

  private static final List<Parser<?>> PARSERS =
      List.of(
          HealthCheckRequest.parser(),
          HealthCheckResponse.parser(),
          ServerReflectionRequest.parser(),
          ServerReflectionResponse.parser());

  @FuzzTest
  void messages(byte[] input) throws IOException {
    PRICE.hold(input.length, () -> PARSERS.forEach(parser -> attempt(parser, input)));
    ServerReflectionRequest question;
    try {
      question = ServerReflectionRequest.parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      return; // no question
    }
    check(question, ByteString.copyFrom(input));
  }

  private static void attempt(Parser<?> parser, byte[] input) {
    try {
      parser.parseFrom(input);
    } catch (InvalidProtocolBufferException e) {
      // no message
    }
  }

  private static void check(ServerReflectionRequest question, ByteString file) throws IOException {
    if (!Reflection.name(question).equals(name(question))) {
      throw new AssertionError(question + " is told by " + Reflection.name(question));
    }
    ServerReflectionResponse files = reread(Reflection.files(question, List.of(file, file)));
    ServerReflectionResponse error = reread(Reflection.error(question, GrpcStatus.NOT_FOUND, "x"));
    if (!files.getOriginalRequest().equals(question)
        || !error.getOriginalRequest().equals(question)
        || !files
            .getFileDescriptorResponse()
            .getFileDescriptorProtoList()
            .equals(List.of(file, file))) {
      throw new AssertionError(question + " has an answer of another");
    }
  }

  /** As protobuf's own table of fields has it. */
  private static String name(ServerReflectionRequest question) {
    FieldDescriptor field =
        question.getOneofFieldDescriptor(
            ServerReflectionRequest.getDescriptor().getOneofs().get(0));
    if (field == null || field.getName().equals("list_services")) {
      return "";
    }
    return question.getField(field) instanceof ExtensionRequest extension
        ? extension.getContainingType()
        : (String) question.getField(field);
  }

  private static ServerReflectionResponse reread(ServerReflectionResponse answer)
      throws IOException {
    CodedInputStream bytes = CodedInputStream.newInstance(answer.toByteArray());
    bytes.setRecursionLimit(DEEP);
    return ServerReflectionResponse.parseFrom(bytes);
  }
}
