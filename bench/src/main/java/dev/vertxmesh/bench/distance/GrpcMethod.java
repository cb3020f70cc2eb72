package dev.vertxmesh.bench.distance;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A unary method whose messages are so many bytes that say nothing. */
final class GrpcMethod {

  static final String SERVICE = "dev.vertxmesh.bench.Distance";

  /** The largest message of a table, and as many bytes more as nobody asks for. */
  static final int MOST = 128 << 20;

  private static final byte[] NOTHING = new byte[MOST];

  private static final MethodDescriptor.Marshaller<Integer> LENGTHS =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(Integer bytes) {
          return new Nothing(bytes);
        }

        @Override
        public Integer parse(InputStream stream) {
          try {
            int bytes = stream.available();
            stream.skipNBytes(bytes);
            return bytes;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  static final MethodDescriptor<Integer, Integer> TAKE =
      MethodDescriptor.newBuilder(LENGTHS, LENGTHS)
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "Take"))
          .build();

  private GrpcMethod() {}

  private static final class Nothing extends ByteArrayInputStream implements KnownLength {
    Nothing(int bytes) {
      super(NOTHING, 0, bytes);
    }
  }
}
