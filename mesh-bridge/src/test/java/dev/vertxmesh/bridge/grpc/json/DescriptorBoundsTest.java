package dev.vertxmesh.bridge.grpc.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server's reflection may cost. */
class DescriptorBoundsTest {

  private static final String WHERE = "grpc 127.0.0.1:50051";

  private final Vertx vertx = Vertx.vertx();
  private final FakeServer server = new FakeServer();
  private long now;

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private ReflectedSchemas schemas(long room) {
    return new ReflectedSchemas(vertx, server, WHERE, () -> now, room);
  }

  private static Future<Schema> ended(Future<Schema> schema) {
    await().until(schema::isComplete);
    return schema;
  }

  @Test
  void whatFitsIsRead() {
    long needed = server.files.stream().mapToLong(FileDescriptorProto::getSerializedSize).sum();
    assertThat(ended(schemas(needed).of(Orders.SERVICE)).succeeded()).isTrue();
  }

  @Test
  void descriptorsBeyondTheRoomAreRefusedAndTakeNone() {
    long needed = server.files.stream().mapToLong(FileDescriptorProto::getSerializedSize).sum();
    ReflectedSchemas schemas = schemas(needed - 1);
    assertThat(ended(schemas.of(Orders.SERVICE)).cause())
        .hasMessageContaining("take more than a 64th of the heap");
    now += TimeUnit.SECONDS.toNanos(2);
    server.files = server.files.subList(0, 1); // one that fits, whatever is in it
    assertThat(String.valueOf(ended(schemas.of(Orders.SERVICE)).cause()))
        .doesNotContain("take more than a 64th of the heap");
  }

  @Test
  void aFileOfDescriptorsLargerThanItsShareIsRefused(@TempDir Path folder) throws IOException {
    FileDescriptorSet set = FileDescriptorSet.newBuilder().addAllFile(server.files).build();
    Path file = Files.write(folder.resolve("shop.protoset"), set.toByteArray());
    long size = set.getSerializedSize();
    assertThat(ended(DescriptorSet.read(file, size).of(Orders.SERVICE)).succeeded()).isTrue();
    assertThatThrownBy(() -> DescriptorSet.read(file, size - 1))
        .hasMessageContaining("shop.protoset")
        .hasMessageContaining("more than " + (size - 1) + " bytes");
  }

  /** Each on the stack of the one before. */
  @Test
  void importsAreNotFollowedWithoutEnd() {
    List<FileDescriptorProto> files = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      files.add(
          FileDescriptorProto.newBuilder()
              .setName("file" + i)
              .addDependency("file" + (i + 1))
              .build());
    }
    files.addAll(server.files);
    server.files = files;
    assertThat(ended(schemas(1 << 20).of(Orders.SERVICE)).cause())
        .hasMessageContaining("imports are nested more than 256 deep");
  }
}
