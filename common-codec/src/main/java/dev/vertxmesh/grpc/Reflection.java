package dev.vertxmesh.grpc;

import com.google.protobuf.ByteString;
import dev.vertxmesh.grpc.ReflectionMessages.ErrorResponse;
import dev.vertxmesh.grpc.ReflectionMessages.FileDescriptorResponse;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;

/**
 * The service {@code grpc.reflection.v1.ServerReflection}; the messages of {@code v1alpha} are the
 * same.
 */
public final class Reflection {

  public static final String V1 = "grpc.reflection.v1.ServerReflection";
  public static final String V1_ALPHA = "grpc.reflection.v1alpha.ServerReflection";
  public static final String METHOD = "ServerReflectionInfo";

  private Reflection() {}

  /**
   * The method of a call through the mesh whose target is a service, but which is meant for the
   * reflection of the server that has it: the path of the gRPC method without its first slash. No
   * method's own name has one.
   *
   * @param reflection {@link #V1} or {@link #V1_ALPHA}
   */
  public static String method(String reflection) {
    return reflection + "/" + METHOD;
  }

  /** What a question is about: a file, a symbol, a type; empty if that can't be said in a word. */
  public static String name(ServerReflectionRequest question) {
    return switch (question.getMessageRequestCase()) {
      case FILE_BY_FILENAME -> question.getFileByFilename();
      case FILE_CONTAINING_SYMBOL -> question.getFileContainingSymbol();
      case FILE_CONTAINING_EXTENSION -> question.getFileContainingExtension().getContainingType();
      case ALL_EXTENSION_NUMBERS_OF_TYPE -> question.getAllExtensionNumbersOfType();
      case LIST_SERVICES, MESSAGEREQUEST_NOT_SET -> "";
    };
  }

  /**
   * @param files serialized {@code FileDescriptorProto}s
   */
  public static ServerReflectionResponse files(
      ServerReflectionRequest question, Iterable<ByteString> files) {
    return ServerReflectionResponse.newBuilder()
        .setOriginalRequest(question)
        .setFileDescriptorResponse(
            FileDescriptorResponse.newBuilder().addAllFileDescriptorProto(files))
        .build();
  }

  public static ServerReflectionResponse error(
      ServerReflectionRequest question, GrpcStatus status, String detail) {
    return ServerReflectionResponse.newBuilder()
        .setOriginalRequest(question)
        .setErrorResponse(
            ErrorResponse.newBuilder().setErrorCode(status.code()).setErrorMessage(detail))
        .build();
  }
}
