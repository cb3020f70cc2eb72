package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Protobuf's fields, by their numbers: as much of it as etcd's messages need. */
final class ProtoFields {

  /** Writes the fields of a message. */
  static final class Writer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);

    Writer number(int field, long value) {
      return with(() -> out.writeInt64(field, value));
    }

    Writer flag(int field) {
      return with(() -> out.writeBool(field, true));
    }

    Writer text(int field, String value) {
      return with(() -> out.writeString(field, value));
    }

    Writer bytes(int field, ByteString value) {
      return with(() -> out.writeBytes(field, value));
    }

    Writer message(int field, Writer value) {
      return with(() -> out.writeByteArray(field, value.toBytes()));
    }

    byte[] toBytes() {
      with(out::flush);
      return bytes.toByteArray();
    }

    Buffer toBuffer() {
      return Buffer.buffer(toBytes());
    }

    private Writer with(Step step) {
      try {
        step.run();
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e); // there is none in memory
      }
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Told the fields of a message one after the other. */
  interface Fields {

    default void number(int field, long value) {}

    /** Of text, bytes or a message. */
    default void bytes(int field, ByteString value) {}
  }

  private ProtoFields() {}

  /**
   * @throws IllegalArgumentException if it's no message
   */
  static void read(ByteString message, Fields fields) {
    CodedInputStream in = message.newCodedInput();
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        switch (WireFormat.getTagWireType(tag)) {
          case WireFormat.WIRETYPE_VARINT -> fields.number(field, in.readInt64());
          case WireFormat.WIRETYPE_LENGTH_DELIMITED -> fields.bytes(field, in.readBytes());
          default -> in.skipField(tag);
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("not one of etcd's messages: " + e.getMessage(), e);
    }
  }
}
