package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A gRPC server without a socket: it answers reflection and echoes all else, or does as told. */
final class FakeServer implements Caller {

  final List<Call> calls = new ArrayList<>();
  final List<ServerReflectionRequest> questions = new ArrayList<>();
  List<FileDescriptorProto> files = Orders.files();
  List<String> reflections = List.of(Reflection.V1, Reflection.V1_ALPHA);
  boolean oneFileAtATime;
  Map<String, String> reflectionEnds = Map.of("grpc-status", "0");
  boolean answers = true;
  Runnable beforeReflection = () -> {};
  Map<String, String> metadata = Map.of("content-type", "application/grpc");
  Map<String, String> trailers = Map.of("grpc-status", "0");
  UnaryOperator<byte[]> method = UnaryOperator.identity();

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    Promise<Reply> end = Promise.promise();
    List<byte[]> requests = new ArrayList<>();
    MessageReader reader = new MessageReader(1 << 20, requests::add);
    call.onCancel(() -> end.tryFail(new CallFailure(Status.CANCELLED, "test", "cancelled")));
    call.exchange()
        .requests()
        .handler(
            buffer -> {
              reader.read(Buffers.bytes(buffer));
            })
        .endHandler(halfClosed -> onRequests(call, requests, end))
        .resume();
    return end.future();
  }

  private void onRequests(Call call, List<byte[]> requests, Promise<Reply> end) {
    String service = call.target().service().interfaceName();
    if (service.startsWith("grpc.reflection")) {
      reflect(service, call, requests.get(0), end);
      return;
    }
    calls.add(call);
    if (!answers) {
      return;
    }
    if (trailers.get("grpc-status").equals("0")) {
      answer(call, method.apply(requests.get(0)));
    }
    end(end, trailers);
  }

  private void reflect(String version, Call call, byte[] request, Promise<Reply> end) {
    if (!reflections.contains(version)) {
      end(end, Map.of("grpc-status", "12", "grpc-message", "no such service " + version));
      return;
    }
    ServerReflectionRequest question;
    try {
      question = ServerReflectionRequest.parseFrom(request);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    questions.add(question);
    beforeReflection.run();
    answer(call, reflected(question).toByteArray());
    end(end, reflectionEnds);
  }

  private ServerReflectionResponse reflected(ServerReflectionRequest question) {
    String name = Reflection.name(question);
    List<FileDescriptorProto> found =
        switch (question.getMessageRequestCase()) {
          case FILE_CONTAINING_SYMBOL ->
              name.equals(Orders.SERVICE)
                  ? oneFileAtATime ? files.subList(0, 1) : files
                  : List.of();
          case FILE_BY_FILENAME ->
              files.stream().filter(file -> file.getName().equals(name)).toList();
          default -> List.of();
        };
    return found.isEmpty()
        ? Reflection.error(question, GrpcStatus.NOT_FOUND, "not found: " + name)
        : Reflection.files(
            question, found.stream().map(FileDescriptorProto::toByteString).toList());
  }

  private void answer(Call call, byte[] message) {
    call.exchange().answer(metadata, FilledStream.of(Buffer.buffer(MessageReader.framed(message))));
  }

  private static void end(Promise<Reply> end, Map<String, String> trailers) {
    Status status = trailers.get("grpc-status").equals("0") ? Status.OK : Status.EXCEPTION;
    end.tryComplete(
        new Reply(status, Encoding.GRPC, Unpooled.EMPTY_BUFFER, new HashMap<>(trailers)));
  }
}
