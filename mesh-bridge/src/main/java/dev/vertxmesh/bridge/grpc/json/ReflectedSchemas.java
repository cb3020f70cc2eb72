package dev.vertxmesh.bridge.grpc.json;

import dev.vertxmesh.bridge.grpc.ReflectionClient;
import dev.vertxmesh.call.Caller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What a server says of itself, kept as long as nothing is missing in it. Services that are asked
 * for at once are asked for once.
 */
public final class ReflectedSchemas implements SchemaSource {

  /** An answer that is younger than this isn't asked for again. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The descriptors of all services together, as the server sends them: a share of the heap. */
  private static final long ROOM = Math.max(256 << 10, Runtime.getRuntime().maxMemory() / 64);

  static final String NO_ROOM =
      "the descriptors of its services take more than a 64th of the heap; expected a larger heap";

  private record Known(Future<Schema> schema, SchemaLoader loader, long since) {}

  private final ReflectionClient server;
  private final String where;
  private final LongSupplier nanoClock;
  private final Map<String, Known> services = new HashMap<>();
  private final long room;

  /**
   * @param server takes calls of any service to the server
   * @param where the server, as failures name it
   */
  public ReflectedSchemas(Vertx vertx, Caller server, String where, LongSupplier nanoClock) {
    this(vertx, server, where, nanoClock, ROOM);
  }

  ReflectedSchemas(Vertx vertx, Caller server, String where, LongSupplier nanoClock, long room) {
    this.room = room;
    this.server = new ReflectionClient(vertx, server, nanoClock, where);
    this.where = where;
    this.nanoClock = nanoClock;
  }

  /** The server may be another than before. */
  public void forget() {
    services.clear();
  }

  @Override
  public Future<Schema> of(String service) {
    Known known = services.get(service);
    return known == null || known.schema().failed() ? anew(service) : known.schema();
  }

  @Override
  public Future<Schema> anew(String service) {
    Known known = services.get(service);
    long now = nanoClock.getAsLong();
    if (known != null && (!known.schema().isComplete() || now - known.since() < FRESH_NANOS)) {
      return known.schema();
    }
    Promise<Schema> schema = Promise.promise();
    SchemaLoader loader = new SchemaLoader(server, service, where, more -> more <= room - held());
    services.put(service, new Known(schema.future(), loader, now));
    loader.begin().onComplete(schema);
    return schema.future();
  }

  private long held() {
    return services.values().stream().mapToLong(known -> known.loader().bytes()).sum();
  }
}
