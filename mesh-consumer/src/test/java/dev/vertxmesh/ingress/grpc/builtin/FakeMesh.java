package dev.vertxmesh.ingress.grpc.builtin;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.exchange.Buffers;
import dev.vertxmesh.exchange.FilledStream;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.grpc.Reflection;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionRequest;
import dev.vertxmesh.grpc.ReflectionMessages.ServerReflectionResponse;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Services with providers that know some names; the file of a name is {@code file of NAME}. */
final class FakeMesh implements MeshView, Caller {

  final Map<ServiceKey, Set<String>> known = new LinkedHashMap<>();
  final Set<ServiceKey> serving = new HashSet<>();
  final Set<ServiceKey> gone = new HashSet<>();

  /** Those whose providers don't speak gRPC. */
  final Set<ServiceKey> foreign = new HashSet<>();

  final Map<ServiceKey, String> versions = new HashMap<>();
  final List<String> asked = new ArrayList<>();
  final List<Call> silent = new ArrayList<>();
  Reply reflectionEnds = reply(Status.OK, Map.of("grpc-status", "0"));
  boolean answers = true;
  boolean leaving;

  void add(String service, String... names) {
    ServiceKey key = ServiceKey.parse(service);
    known.put(key, Set.of(names));
    serving.add(key);
    versions.put(key, Reflection.V1);
  }

  @Override
  public Collection<ServiceKey> services() {
    return known.keySet();
  }

  @Override
  public boolean hasKnown(ServiceKey service) {
    return known.containsKey(service) || gone.contains(service);
  }

  @Override
  public boolean isServing(ServiceKey service) {
    return serving.contains(service);
  }

  @Override
  public boolean isLeaving() {
    return leaving;
  }

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    Promise<Reply> end = Promise.promise();
    ServiceKey service = call.target().service();
    if (!serving.contains(service)) {
      return Future.failedFuture(new CallFailure(Status.UNAVAILABLE, "test", "nobody is there"));
    } else if (foreign.contains(service)) {
      return Future.failedFuture(
          new CallFailure(Status.NO_METHOD, "test", "expected JSON or Dubbo"));
    } else if (!answers) {
      silent.add(call);
      call.onCancel(() -> end.fail(new CallFailure(Status.CANCELLED, "test", "cancelled")));
      return end.future();
    }
    List<byte[]> questions = new ArrayList<>();
    MessageReader reader = new MessageReader(1 << 20, questions::add);
    call.exchange()
        .requests()
        .handler(
            buffer -> {
              reader.read(Buffers.bytes(buffer));
            })
        .endHandler(halfClosed -> reflect(call, question(questions.get(0)), end))
        .resume();
    return end.future();
  }

  private void reflect(Call call, ServerReflectionRequest question, Promise<Reply> end) {
    ServiceKey service = call.target().service();
    String name = Reflection.name(question);
    asked.add(service + " " + call.target().method() + " " + name);
    if (!call.target().method().equals(Reflection.method(versions.get(service)))) {
      end.complete(reply(Status.EXCEPTION, Map.of("grpc-status", "12")));
      return;
    }
    ServerReflectionResponse answer =
        known.get(service).contains(name)
            ? Reflection.files(question, Set.of(file(name)))
            : Reflection.error(question, GrpcStatus.NOT_FOUND, service + " has no " + name);
    call.exchange()
        .answer(
            Map.of(), FilledStream.of(Buffer.buffer(MessageReader.framed(answer.toByteArray()))));
    end.complete(reflectionEnds);
  }

  private static ServerReflectionRequest question(byte[] message) {
    try {
      return ServerReflectionRequest.parseFrom(message);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  static ByteString file(String name) {
    return ByteString.copyFromUtf8("file of " + name);
  }

  static Reply reply(Status status, Map<String, String> trailers) {
    return new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers);
  }
}
