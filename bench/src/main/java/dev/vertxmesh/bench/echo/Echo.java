package dev.vertxmesh.bench.echo;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** {@code dev.vertxmesh.bench.Echo}, as grpc-java takes it. */
final class Echo {
  static final String SERVICE = "dev.vertxmesh.bench.Echo";
  static final String METHOD = "Echo";

  static final MethodDescriptor<byte[], byte[]> DESCRIPTOR =
      MethodDescriptor.newBuilder(new Bytes(), new Bytes())
          .setType(MethodType.UNARY)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, METHOD))
          .build();

  static final String STREAM = "EchoStream";

  /** The same for each message of a stream. */
  static final MethodDescriptor<byte[], byte[]> STREAM_DESCRIPTOR =
      MethodDescriptor.newBuilder(new Bytes(), new Bytes())
          .setType(MethodType.BIDI_STREAMING)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, STREAM))
          .build();

  private Echo() {}

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new Message(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readNBytes(stream.available()); // the whole message is there
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Takes the short ways that grpc-java has for protobuf's messages. */
  private static final class Message extends ByteArrayInputStream
      implements KnownLength, Drainable {
    Message(byte[] bytes) {
      super(bytes);
    }

    @Override
    public int drainTo(OutputStream target) throws IOException {
      int drained = count - pos;
      target.write(buf, pos, drained);
      pos = count;
      return drained;
    }
  }
}
