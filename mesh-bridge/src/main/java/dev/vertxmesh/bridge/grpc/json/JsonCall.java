package dev.vertxmesh.bridge.grpc.json;

import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.exchange.UnaryAnswer;
import dev.vertxmesh.exchange.UnaryCall;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.memory.ConversionBudget;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** One call in JSON: its method is looked up, it is made in gRPC, and its answer is JSON again. */
final class JsonCall {

  private final Call call;
  private final JsonCaller caller;
  private final String service;
  private String json;
  private UnaryCall made;

  JsonCall(Call call, JsonCaller caller) {
    this.call = call;
    this.caller = caller;
    this.service = call.target().service().interfaceName();
  }

  Future<Reply> begin() {
    String text = call.payload().toString(StandardCharsets.UTF_8);
    call.payload().release();
    call.onCancel(this::onCancel);
    try {
      checkOptions();
      json = ArgumentExtractor.message(text);
    } catch (JsonMismatchException e) {
      return failed(Status.BAD_REQUEST, e.getMessage());
    }
    return caller
        .schemas()
        .of(service)
        .compose(schema -> make(schema, true))
        .recover(e -> Future.failedFuture(CallFailure.of(e, caller.where())));
  }

  private void checkOptions() {
    if (call.target().typesAreKnown()) {
      throw new JsonMismatchException(
          "types: expected none, as a gRPC method takes one message of a known type");
    } else if (call.options().generic() != GenericMode.AUTO) {
      throw new JsonMismatchException(
          "generic: expected nothing but auto, as it is for Dubbo's providers");
    }
  }

  private void onCancel() {
    if (made != null) {
      made.cancel();
    }
  }

  /**
   * @param mayLearn whether what is missing may be there in a newer schema
   */
  private Future<Reply> make(Schema schema, boolean mayLearn) {
    if (call.isCancelled()) {
      return failed(Status.CANCELLED, "the caller went away");
    }
    MethodDescriptor method = schema.method(service, call.target().method());
    byte[] message = null;
    CallFailure misfit = null;
    ConversionBudget conversion = ConversionBudget.begin();
    try {
      requireUnary(schema, method);
      ArgumentExtractor.weigh(json);
      message = JsonMessages.read(json, method.getInputType(), schema.types());
    } catch (CallFailure e) {
      misfit = e;
    } catch (JsonMismatchException e) {
      misfit = new CallFailure(Status.BAD_REQUEST, caller.where(), e.getMessage());
    } catch (OverBudgetException e) {
      Status status = e.fitsAlone() ? Status.REFUSED : Status.TOO_LARGE;
      return failed(status, "message: " + e.getMessage());
    } finally {
      conversion.close();
    }
    if (misfit == null) {
      return send(schema, method, message);
    }
    return mayLearn ? learn(schema, misfit) : Future.failedFuture(misfit);
  }

  /** The server may have got a method or a field since it was asked. */
  private Future<Reply> learn(Schema known, CallFailure misfit) {
    return caller
        .schemas()
        .anew(service)
        .compose(schema -> schema == known ? Future.failedFuture(misfit) : make(schema, false));
  }

  private void requireUnary(Schema schema, MethodDescriptor method) {
    String name = call.target().method();
    if (method == null) {
      throw new CallFailure(
          Status.NO_METHOD,
          caller.where(),
          "%s has no method %s, there are: %s".formatted(service, name, schema.methods(service)));
    } else if (method.isClientStreaming() || method.isServerStreaming()) {
      throw new CallFailure(
          Status.BAD_REQUEST,
          caller.where(),
          "%s is a streaming method, expected a unary one; streams need gRPC, or gRPC-Web where only"
                  .formatted(name)
              + " the answers are a stream");
    }
  }

  private Future<Reply> send(Schema schema, MethodDescriptor method, byte[] message) {
    Map<String, String> metadata;
    try {
      metadata = GrpcMetadata.of(call.attachments());
    } catch (JsonMismatchException e) {
      return failed(Status.BAD_REQUEST, e.getMessage());
    }
    Target target = new Target(call.target().service(), call.target().method(), "");
    made =
        new UnaryCall(
            target, metadata, message, call.deadline(), caller.maxMessage(), caller.where());
    return made.make(caller.grpc()).compose(answer -> reply(answer, schema, method));
  }

  private Future<Reply> reply(UnaryAnswer answer, Schema schema, MethodDescriptor method) {
    GrpcStatus status = answer.status();
    if (status == GrpcStatus.UNIMPLEMENTED) {
      return failed(Status.NO_METHOD, GrpcMetadata.message(answer.trailers()));
    } else if (status == GrpcStatus.DEADLINE_EXCEEDED) {
      return failed(Status.TIMEOUT, GrpcMetadata.message(answer.trailers()));
    } else if (status != GrpcStatus.OK) {
      String error = GrpcError.toJson(answer, schema.types()).encode();
      return Future.succeededFuture(new Reply(Status.EXCEPTION, Encoding.JSON, payload(error)));
    }
    ConversionBudget conversion = ConversionBudget.begin();
    try {
      String result = JsonMessages.write(answer.message(), method.getOutputType(), schema.types());
      Map<String, String> metadata = GrpcMetadata.forCaller(answer.metadata(), answer.trailers());
      return Future.succeededFuture(new Reply(Status.OK, Encoding.JSON, payload(result), metadata));
    } catch (InvalidProtocolBufferException e) {
      return failed(Status.SERIALIZATION, "the answer can't be said in JSON: " + e.getMessage());
    } catch (OverBudgetException e) {
      return failed(Status.TOO_LARGE, "the answer: " + e.getMessage());
    } finally {
      conversion.close();
    }
  }

  private static ByteBuf payload(String text) {
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  private <T> Future<T> failed(Status status, String detail) {
    return Future.failedFuture(new CallFailure(status, caller.where(), detail));
  }
}
