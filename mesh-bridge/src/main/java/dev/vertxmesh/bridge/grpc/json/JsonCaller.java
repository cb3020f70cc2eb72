package dev.vertxmesh.bridge.grpc.json;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.vertx.core.Future;

/**
 * Before the bridge to a gRPC server: makes calls in JSON gRPC's, messages in JSON protobuf's, and
 * lets those pass that are it already. Belongs to one event loop.
 *
 * @param grpc takes calls in {@link Encoding#GRPC}
 * @param maxMessage of an answer, in bytes
 * @param where the server, as failures name it
 */
public record JsonCaller(Caller grpc, SchemaSource schemas, int maxMessage, String where)
    implements Caller {

  @Override
  public Future<Reply> call(Call call) {
    return switch (call.encoding()) {
      case GRPC ->
          DescribedCall.isOne(call) ? new DescribedCall(call, this).begin() : grpc.call(call);
      case JSON -> new JsonCall(call, this).begin();
      default -> refuse(call);
    };
  }

  private Future<Reply> refuse(Call call) {
    call.payload().release();
    String detail =
        "%s is a gRPC service, which takes JSON: POST /%s/%s, or gRPC itself"
            .formatted(
                call.target().service(),
                call.target().service().interfaceName(),
                call.target().method());
    return Future.failedFuture(new CallFailure(Status.BAD_REQUEST, where, detail));
  }
}
