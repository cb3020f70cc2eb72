package dev.vertxmesh.kvstore.service;

import io.vertx.core.buffer.Buffer;
import io.vertx.grpc.common.CodecException;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcStatus;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Reads requests' messages, compressed ones too, none larger than it may be. */
final class Messages {
  private static final String IDENTITY = "identity";
  private static final String GZIP = "gzip";

  private Messages() {}

  /**
   * @param max of the message once it's unpacked, in bytes
   */
  static <T> T read(GrpcMessage message, GrpcMessageDecoder<T> decoder, int max) throws Refusal {
    try {
      return decoder.decode(
          message.encoding().equals(IDENTITY)
              ? message
              : GrpcMessage.message(IDENTITY, message.format(), unpacked(message, max)));
    } catch (CodecException e) {
      throw new Refusal(GrpcStatus.INTERNAL, "message: isn't what the method takes: " + why(e));
    }
  }

  private static String why(CodecException e) {
    return e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
  }

  private static Buffer unpacked(GrpcMessage message, int max) throws Refusal {
    if (!message.encoding().equals(GZIP)) {
      throw new Refusal(
          GrpcStatus.UNIMPLEMENTED,
          "grpc-encoding: " + message.encoding() + ", expected identity or gzip");
    }
    byte[] packed = message.payload().getBytes();
    try (GZIPInputStream unpacking = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      byte[] bytes = unpacking.readNBytes(max + 1);
      if (bytes.length > max) {
        throw new Refusal(
            GrpcStatus.RESOURCE_EXHAUSTED, "message: more than " + max + " bytes once unpacked");
      }
      return Buffer.buffer(bytes);
    } catch (IOException e) {
      throw new Refusal(GrpcStatus.INTERNAL, "message: isn't gzip: " + e.getMessage());
    }
  }
}
