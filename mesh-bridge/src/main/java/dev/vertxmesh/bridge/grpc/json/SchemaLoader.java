package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.AnyProto;
import com.google.protobuf.ApiProto;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DurationProto;
import com.google.protobuf.EmptyProto;
import com.google.protobuf.FieldMaskProto;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.SourceContextProto;
import com.google.protobuf.StructProto;
import com.google.protobuf.TimestampProto;
import com.google.protobuf.TypeProto;
import com.google.protobuf.WrappersProto;
import dev.vertxmesh.bridge.grpc.ReflectionClient;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import dev.vertxmesh.memory.MemoryBudget;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds a service's file and all that it imports. Some servers answer with all of them, others with
 * one at a time.
 */
final class SchemaLoader {

  /** More than this many files nobody's service imports; a server that goes on is broken. */
  private static final int MOST_FILES = 2_000;

  /** Files that everybody has, and that some servers don't hand out. */
  private static final Map<String, FileDescriptorProto> WELL_KNOWN =
      Stream.of(
              AnyProto.getDescriptor(),
              ApiProto.getDescriptor(),
              DurationProto.getDescriptor(),
              EmptyProto.getDescriptor(),
              FieldMaskProto.getDescriptor(),
              StructProto.getDescriptor(),
              TimestampProto.getDescriptor(),
              TypeProto.getDescriptor(),
              WrappersProto.getDescriptor(),
              SourceContextProto.getDescriptor(),
              DescriptorProtos.getDescriptor())
          .map(FileDescriptor::toProto)
          .collect(Collectors.toMap(FileDescriptorProto::getName, Function.identity()));

  private final ReflectionClient server;
  private final String service;
  private final String where;
  private final Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
  private final Set<String> absent = new HashSet<>();
  private final MemoryBudget room;
  private long bytes;
  private boolean ended;
  private boolean released;

  /**
   * @param room charged with the descriptors, as the server sends them, before they are read
   */
  SchemaLoader(ReflectionClient server, String service, String where, MemoryBudget room) {
    this.server = server;
    this.service = service;
    this.where = where;
    this.room = room;
  }

  /** Nobody keeps what it has found. What it's still looking for is charged until it has ended. */
  void release() {
    released = true;
    if (ended) {
      giveBack();
    }
  }

  private void giveBack() {
    room.give(bytes);
    bytes = 0;
  }

  /** The future fails with a {@link CallFailure} only. */
  Future<Schema> begin() {
    return server
        .ask(ServerReflectionRequest.newBuilder().setFileContainingSymbol(service).build())
        .compose(this::onService)
        .onComplete(
            done -> {
              ended = true;
              files.clear(); // it's kept with its schema, which has those that it needs
              if (released || done.failed()) {
                giveBack();
              }
            })
        .recover(e -> Future.failedFuture(withoutReflection(e)));
  }

  private CallFailure withoutReflection(Throwable error) {
    CallFailure failure = CallFailure.of(error, where);
    return failure.status() == Status.NO_METHOD
        ? new CallFailure(
            Status.BAD_REQUEST,
            where,
            "JSON, or a GET, needs the server's reflection, or --descriptor-set; it says "
                + failure.getMessage())
        : failure;
  }

  private Future<Schema> onService(ServerReflectionResponse answer) {
    if (answer.getErrorResponse().getErrorCode() == GrpcStatus.NOT_FOUND.code()) {
      return failed(Status.NO_SERVICE, "reflection: no service " + service);
    } else if (answer.hasErrorResponse()) {
      return failed(
          Status.PROVIDER_ERROR, "reflection: " + answer.getErrorResponse().getErrorMessage());
    }
    return add(answer).compose(added -> rest());
  }

  private Future<Schema> rest() {
    List<String> missing =
        Schema.missing(files).stream().filter(name -> !absent.contains(name)).toList();
    if (missing.isEmpty()) {
      return schema();
    }
    if (files.size() + absent.size() > MOST_FILES) {
      return failed(Status.PROVIDER_ERROR, "reflection: more than %d files".formatted(MOST_FILES));
    }
    String name = missing.get(0);
    return server
        .ask(ServerReflectionRequest.newBuilder().setFileByFilename(name).build())
        .compose(answer -> onFile(name, answer))
        .compose(added -> rest());
  }

  private Future<Void> onFile(String name, ServerReflectionResponse answer) {
    FileDescriptorProto known = WELL_KNOWN.get(name);
    if (!answer.hasErrorResponse()) {
      absent.add(name); // unless it's among them
      return add(answer);
    } else if (known != null) {
      files.put(name, known);
    } else {
      absent.add(name);
    }
    return Future.succeededFuture();
  }

  private Future<Void> add(ServerReflectionResponse answer) {
    try {
      for (ByteString one : answer.getFileDescriptorResponse().getFileDescriptorProtoList()) {
        if (!room.take(one.size())) {
          return failed(
              Status.PROVIDER_ERROR,
              "reflection: what servers say of their messages takes more than %d bytes"
                  .formatted(room.most()));
        }
        bytes += one.size();
        FileDescriptorProto file = FileDescriptorProto.parseFrom(one);
        files.putIfAbsent(file.getName(), file);
      }
      return Future.succeededFuture();
    } catch (InvalidProtocolBufferException e) {
      return failed(Status.PROVIDER_ERROR, "reflection: not a descriptor: " + e.getMessage());
    }
  }

  private Future<Schema> schema() {
    try {
      Schema schema = Schema.of(files.values());
      return schema.has(service)
          ? Future.succeededFuture(schema)
          : failed(Status.PROVIDER_ERROR, "reflection: no file has the service " + service);
    } catch (IllegalArgumentException e) {
      return failed(Status.PROVIDER_ERROR, "reflection: " + e.getMessage());
    }
  }

  private <T> Future<T> failed(Status status, String detail) {
    return Future.failedFuture(new CallFailure(status, where, detail));
  }
}
