package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file of descriptors, as {@code protoc --include_imports --descriptor_set_out} writes it. */
public final class DescriptorSet implements SchemaSource {

  /** Read once, it becomes some ten times as much, and stays. */
  private static final long LARGEST = Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 32);

  private final Path file;
  private final Schema schema;

  private DescriptorSet(Path file, Schema schema) {
    this.file = file;
    this.schema = schema;
  }

  /**
   * Blocks.
   *
   * @throws IllegalArgumentException naming the file, if it can't be read or is no such file
   */
  public static DescriptorSet read(Path file) {
    return read(file, LARGEST);
  }

  static DescriptorSet read(Path file, long largest) {
    try {
      if (Files.size(file) > largest) {
        throw new IllegalArgumentException("it has more than " + largest + " bytes");
      }
      FileDescriptorSet set = FileDescriptorSet.parseFrom(Files.readAllBytes(file));
      if (set.getFileCount() == 0) {
        throw new IllegalArgumentException("there is no descriptor in it");
      }
      return new DescriptorSet(file, Schema.of(set.getFileList()));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s: expected a FileDescriptorSet, as protoc --include_imports --descriptor_set_out"
                  .formatted(file)
              + " writes it: "
              + e,
          e);
    }
  }

  @Override
  public Future<Schema> of(String service) {
    return schema.has(service)
        ? Future.succeededFuture(schema)
        : Future.failedFuture(
            new CallFailure(
                Status.NO_SERVICE,
                "descriptor set " + file,
                "it doesn't have the service " + service));
  }

  @Override
  public Future<Schema> anew(String service) {
    return of(service); // it was read at the start
  }
}
