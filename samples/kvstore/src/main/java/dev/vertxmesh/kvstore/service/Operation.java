package dev.vertxmesh.kvstore.service;

import com.google.protobuf.ByteString;
import dev.vertxmesh.kvstore.proto.CreateRequest;
import dev.vertxmesh.kvstore.proto.CreateResponse;
import dev.vertxmesh.kvstore.proto.DeleteRequest;
import dev.vertxmesh.kvstore.proto.DeleteResponse;
import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpcService;
import dev.vertxmesh.kvstore.proto.RetrieveRequest;
import dev.vertxmesh.kvstore.proto.RetrieveResponse;
import dev.vertxmesh.kvstore.proto.UpdateRequest;
import dev.vertxmesh.kvstore.proto.UpdateResponse;
import dev.vertxmesh.kvstore.store.Entry;
import dev.vertxmesh.kvstore.store.Result;
import dev.vertxmesh.kvstore.store.Store;
import io.vertx.grpc.common.ServiceMethod;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One of the service's methods, as far as it differs from the others. An answer has a version only
 * where the request shows that its caller knows of versions: others compare answers with an empty
 * message, which one with a field that they don't know isn't equal to.
 *
 * @param value what the request brings, empty for nothing
 * @param write whether it takes as long as a write does
 * @param answer made of the request and of what stands in the store after it
 */
record Operation<Q, A>(
    ServiceMethod<Q, A> method,
    Function<Q, ByteString> key,
    Function<Q, ByteString> value,
    boolean write,
    BiFunction<Store, Q, Result> apply,
    BiFunction<Q, Entry, A> answer) {

  static final Operation<CreateRequest, CreateResponse> CREATE =
      new Operation<>(
          KeyValueServiceGrpcService.Create,
          CreateRequest::getKey,
          CreateRequest::getValue,
          true,
          (store, asked) -> store.create(asked.getKey(), asked.getValue()),
          (asked, entry) ->
              asked.getWithVersion()
                  ? CreateResponse.newBuilder().setVersion(entry.version()).build()
                  : CreateResponse.getDefaultInstance());

  static final Operation<RetrieveRequest, RetrieveResponse> RETRIEVE =
      new Operation<>(
          KeyValueServiceGrpcService.Retrieve,
          RetrieveRequest::getKey,
          asked -> ByteString.EMPTY,
          false,
          (store, asked) -> store.retrieve(asked.getKey()),
          Operation::retrieved);

  static final Operation<UpdateRequest, UpdateResponse> UPDATE =
      new Operation<>(
          KeyValueServiceGrpcService.Update,
          UpdateRequest::getKey,
          UpdateRequest::getValue,
          true,
          Operation::update,
          (asked, entry) ->
              asked.getWithVersion() || asked.hasExpectedVersion()
                  ? UpdateResponse.newBuilder().setVersion(entry.version()).build()
                  : UpdateResponse.getDefaultInstance());

  static final Operation<DeleteRequest, DeleteResponse> DELETE =
      new Operation<>(
          KeyValueServiceGrpcService.Delete,
          DeleteRequest::getKey,
          asked -> ByteString.EMPTY,
          true,
          Operation::delete,
          (asked, entry) -> DeleteResponse.getDefaultInstance());

  private static RetrieveResponse retrieved(RetrieveRequest asked, Entry entry) {
    RetrieveResponse.Builder answer = RetrieveResponse.newBuilder().setValue(entry.value());
    return asked.getWithVersion() ? answer.setVersion(entry.version()).build() : answer.build();
  }

  private static Result update(Store store, UpdateRequest asked) {
    return asked.hasExpectedVersion()
        ? store.update(asked.getKey(), asked.getValue(), asked.getExpectedVersion())
        : store.update(asked.getKey(), asked.getValue());
  }

  private static Result delete(Store store, DeleteRequest asked) {
    return asked.hasExpectedVersion()
        ? store.delete(asked.getKey(), asked.getExpectedVersion())
        : store.delete(asked.getKey());
  }
}
