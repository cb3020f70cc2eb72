package dev.vertxmesh.kvstore;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.CreateResponse;
import dev.vertxmesh.kvstore.proto.DeleteRequest;
import dev.vertxmesh.kvstore.proto.DeleteResponse;
import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpc;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.proto.RetrieveResponse;
import dev.vertxmesh.kvstore.proto.UpdateRequest;
import dev.vertxmesh.kvstore.proto.UpdateResponse;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The articles' own library as a client. */
public final class JavaClient implements AutoCloseable {
  public static final MethodDescriptor<CreateRequest, CreateResponse> CREATE =
      KeyValueServiceGrpc.getCreateMethod();
  public static final MethodDescriptor<RetrieveRequest, RetrieveResponse> RETRIEVE =
      KeyValueServiceGrpc.getRetrieveMethod();
  public static final MethodDescriptor<UpdateRequest, UpdateResponse> UPDATE =
      KeyValueServiceGrpc.getUpdateMethod();
  public static final MethodDescriptor<DeleteRequest, DeleteResponse> DELETE =
      KeyValueServiceGrpc.getDeleteMethod();

  private static final String SERVICE = "dev.vertxmesh.kvstore.KeyValueService";

  private final ManagedChannel channel;
  private CallOptions options = CallOptions.DEFAULT;

  public JavaClient(int port) {
    channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", port)
            .usePlaintext()
            .maxInboundMessageSize(64 << 20)
            .directExecutor()
            .build();
  }

  public static <Q extends MessageLite, A extends MessageLite> MethodDescriptor<Q, A> method(
      String name, Q request, A answer) {
    return method(SERVICE, name, new Proto<>(request), new Proto<>(answer));
  }

  public static <Q, A> MethodDescriptor<Q, A> method(
      String service,
      String name,
      MethodDescriptor.Marshaller<Q> request,
      MethodDescriptor.Marshaller<A> answer) {
    return MethodDescriptor.newBuilder(request, answer)
        .setType(MethodType.UNARY)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .build();
  }

  public record Proto<T extends MessageLite>(T instance) implements MethodDescriptor.Marshaller<T> {
    @Override
    public InputStream stream(T value) {
      return value.toByteString().newInput();
    }

    @Override
    @SuppressWarnings("unchecked")
    public T parse(InputStream stream) {
      try {
        return (T) instance.getParserForType().parseFrom(stream);
      } catch (InvalidProtocolBufferException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Bytes as they are, for what no protobuf message is. */
  public static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new java.io.ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public JavaClient with(CallOptions callOptions) {
    this.options = callOptions;
    return this;
  }

  public <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
    return ClientCalls.blockingUnaryCall(channel, method, options, request);
  }

  public <Q, A> Future<A> start(MethodDescriptor<Q, A> method, Q request) {
    return ClientCalls.futureUnaryCall(channel.newCall(method, options), request);
  }

  public ManagedChannel channel() {
    return channel;
  }

  /** The status that the call doesn't end well with. */
  public <Q, A> Status failure(MethodDescriptor<Q, A> method, Q request) {
    try {
      A answer = call(method, request);
      throw new AssertionError("answered: " + answer);
    } catch (StatusRuntimeException e) {
      return e.getStatus();
    }
  }

  public static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  public long create(String key, String value) {
    CreateRequest.Builder asked = CreateRequest.newBuilder().setKey(bytes(key));
    return call(CREATE, asked.setValue(bytes(value)).setWithVersion(true).build()).getVersion();
  }

  public RetrieveResponse retrieve(String key) {
    RetrieveRequest.Builder asked = RetrieveRequest.newBuilder().setKey(bytes(key));
    return call(RETRIEVE, asked.setWithVersion(true).build());
  }

  public static UpdateRequest update(String key, String value, long version) {
    UpdateRequest.Builder asked = UpdateRequest.newBuilder().setKey(bytes(key));
    return asked.setValue(bytes(value)).setExpectedVersion(version).build();
  }

  public static DeleteRequest delete(String key) {
    return DeleteRequest.newBuilder().setKey(bytes(key)).build();
  }

  @Override
  public void close() {
    channel.shutdownNow();
    try {
      channel.awaitTermination(100, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
