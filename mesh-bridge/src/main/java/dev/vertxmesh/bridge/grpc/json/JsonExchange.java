package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Exchange;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.grpc.Gzip;
import dev.vertxmesh.grpc.StatusMessage;
import dev.vertxmesh.grpchttp.Metadata;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * A call whose messages are JSON, in both directions: each is made protobuf's or read as such when
 * it's whole, and none while the one before waits to be read.
 */
final class JsonExchange {

  private static final String PROTO = "application/grpc+proto";
  private static final String JSON = "application/grpc+json";
  private static final String IDENTITY = "identity";

  /** Of gRPC's statuses, for an encoding that nobody here knows. */
  private static final Map<String, String> UNKNOWN_ENCODING =
      Map.of("grpc-status", "12", Metadata.ACCEPT_ENCODING, Gzip.NAME);

  private final Call call;
  private final JsonCaller caller;
  private final Schema schema;
  private final MethodDescriptor method;
  private final Promise<Reply> end = Promise.promise();
  private ConvertedStream requests;
  private ConvertedStream answers;
  private Call made;
  private Reply reply;

  JsonExchange(Call call, JsonCaller caller, Schema schema, MethodDescriptor method) {
    this.call = call;
    this.caller = caller;
    this.schema = schema;
    this.method = method;
  }

  Future<Reply> begin() {
    call.payload().release();
    String encoding = call.attachments().getOrDefault(Metadata.ENCODING, IDENTITY);
    if (!encoding.equals(IDENTITY) && !encoding.equals(Gzip.NAME)) {
      call.exchange().requests().resume(); // what still comes is thrown away
      return Future.succeededFuture(unknown(encoding));
    }
    boolean compressed = encoding.equals(Gzip.NAME);
    requests =
        converted("request", call.exchange().requests(), compressed, this::toProto, () -> {});
    Map<String, String> metadata = metadata();
    made = new Call(call.target(), Encoding.GRPC, Unpooled.EMPTY_BUFFER, metadata, call.deadline());
    made.exchange(new Exchange(requests.begin(this::onBroken), this::onAnswer));
    call.onCancel(this::onCancelled);
    caller.grpc().call(made).onComplete(this::onReply, this::fail);
    return end.future();
  }

  private ConvertedStream converted(
      String whose,
      ReadStream<Buffer> from,
      boolean compressed,
      UnaryOperator<byte[]> conversion,
      Runnable onOver) {
    return new ConvertedStream(
        whose, from, compressed, conversion, onOver, caller.maxMessage(), caller.where());
  }

  private static Reply unknown(String encoding) {
    Map<String, String> trailers = new HashMap<>(UNKNOWN_ENCODING);
    trailers.put(
        "grpc-message",
        StatusMessage.encode(
            "compression: '%s', expected gzip or none, as messages in JSON are read on the way"
                .formatted(encoding)));
    return new Reply(Status.EXCEPTION, Encoding.GRPC, Unpooled.EMPTY_BUFFER, trailers);
  }

  private Map<String, String> metadata() {
    Map<String, String> metadata = new HashMap<>(call.attachments());
    metadata.put(Metadata.CONTENT_TYPE, PROTO);
    metadata.remove(Metadata.ENCODING);
    metadata.put(Metadata.ACCEPT_ENCODING, IDENTITY);
    return metadata;
  }

  private byte[] toProto(byte[] json) {
    String text = ArgumentExtractor.alone(new String(json, StandardCharsets.UTF_8));
    ArgumentExtractor.weigh(text);
    return JsonMessages.readKnown(text, method.getInputType(), schema.types());
  }

  private byte[] toJson(byte[] message) {
    try {
      return JsonMessages.write(message, method.getOutputType(), schema.types())
          .getBytes(StandardCharsets.UTF_8);
    } catch (InvalidProtocolBufferException e) {
      throw new CallFailure(
          Status.SERIALIZATION,
          caller.where(),
          "the answer can't be said in JSON: " + e.getMessage());
    }
  }

  private void onAnswer(Map<String, String> headers, ReadStream<Buffer> stream) {
    answers = converted("answer", stream, false, this::toJson, this::onRead);
    Map<String, String> metadata = new HashMap<>(headers);
    metadata.put(Metadata.CONTENT_TYPE, JSON);
    metadata.remove(Metadata.ENCODING);
    metadata.put(Metadata.ACCEPT_ENCODING, Gzip.NAME);
    call.exchange().answer(metadata, answers.begin(this::onBroken));
  }

  private void onReply(Reply last) {
    reply = last;
    onRead();
  }

  /** The reply comes after the last message was read. */
  private void onRead() {
    if (reply != null && (answers == null || answers.isOver())) {
      end.tryComplete(reply);
      requests.close(new CallFailure(Status.CANCELLED, caller.where(), "the call has ended"));
    }
  }

  /** The server may have said its last word, and what it said still wait to be read. */
  private void onCancelled() {
    made.cancel();
    fail(new CallFailure(Status.CANCELLED, caller.where(), "the caller went away"));
  }

  private void onBroken(CallFailure failure) {
    fail(failure);
    made.cancel();
  }

  private void fail(Throwable cause) {
    CallFailure failure = CallFailure.of(cause, caller.where());
    end.tryFail(failure); // before the server's side of it ends, too, and for that
    requests.close(failure);
    call.exchange().requests().resume(); // what still comes is thrown away
    if (answers != null) {
      answers.close(failure);
    }
  }
}
