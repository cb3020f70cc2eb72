package dev.vertxmesh.kvstore.service;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.vertxmesh.kvstore.proto.KeyValueServiceGrpcService;
import dev.vertxmesh.kvstore.store.Outcome;
import dev.vertxmesh.kvstore.store.Result;
import dev.vertxmesh.kvstore.store.Store;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.Service;
import java.util.function.LongSupplier;

/** {@code dev.vertxmesh.kvstore.KeyValueService} on one event loop. */
public final class KeyValueEndpoint implements Service {
  private final Store store;
  private final Pace pace;
  private final ServiceLimits limits;
  private final Admission admission;
  private final LongSupplier clock;

  /**
   * @param clock nanoseconds, from any origin
   */
  KeyValueEndpoint(Store store, Pace pace, ServiceLimits limits, LongSupplier clock) {
    this.store = store;
    this.pace = pace;
    this.limits = limits;
    this.admission = new Admission(limits.maxCalls(), limits.maxCallBytes());
    this.clock = clock;
  }

  @Override
  public ServiceName name() {
    return KeyValueServiceGrpcService.SERVICE_NAME;
  }

  @Override
  public ServiceDescriptor descriptor() {
    return KeyValueServiceGrpcService.SERVICE_DESCRIPTOR;
  }

  @Override
  public void bind(GrpcServer server) {
    bind(server, Operation.CREATE);
    bind(server, Operation.RETRIEVE);
    bind(server, Operation.UPDATE);
    bind(server, Operation.DELETE);
  }

  private <Q, A> void bind(GrpcServer server, Operation<Q, A> operation) {
    server.callHandler(
        operation.method(), request -> new UnaryCall<>(this, operation, request).listen());
  }

  Admission admission() {
    return admission;
  }

  Pace pace() {
    return pace;
  }

  LongSupplier clock() {
    return clock;
  }

  Store store() {
    return store;
  }

  int maxMessage() {
    return limits.maxMessage();
  }

  void check(ByteString key, ByteString value) throws Refusal {
    if (key.isEmpty() || key.size() > limits.maxKey()) {
      throw invalid("key: " + key.size() + " bytes, expected 1 to " + limits.maxKey());
    }
    if (value.size() > limits.maxValue()) {
      throw invalid("value: " + value.size() + " bytes, at most " + limits.maxValue());
    }
  }

  private static Refusal invalid(String what) {
    return new Refusal(GrpcStatus.INVALID_ARGUMENT, what);
  }

  /** Carries a call's operation out. */
  <Q> Result apply(Operation<Q, ?> operation, Q asked) throws Refusal {
    checkHealth();
    Result result = operation.apply().apply(store, asked);
    if (result.outcome() != Outcome.DONE) {
      throw refusal(result);
    }
    return result;
  }

  void checkHealth() throws Refusal {
    if (store.failure() != null) {
      throw new Refusal(GrpcStatus.UNAVAILABLE, store.failure().getMessage());
    }
  }

  private Refusal refusal(Result result) {
    switch (result.outcome()) {
      case EXISTS:
        return new Refusal(GrpcStatus.ALREADY_EXISTS, "key: has a value already");
      case MISSING:
        return new Refusal(GrpcStatus.NOT_FOUND, "key: has no value");
      case OTHER_VERSION:
        return new Refusal(
            GrpcStatus.ABORTED,
            "expected_version: the value has version " + result.entry().version());
      default:
        return new Refusal(
            GrpcStatus.RESOURCE_EXHAUSTED,
            "value: no room, " + store.bytes() + " of " + store.maxBytes() + " bytes are taken");
    }
  }
}
