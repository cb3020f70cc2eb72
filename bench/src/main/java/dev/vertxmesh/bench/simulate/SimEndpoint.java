package dev.vertxmesh.bench.simulate;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import io.vertx.core.Future;

/**
 * A provider as one consumer sees it: what it was told with the last reply is all that it knows.
 */
public final class SimEndpoint implements Endpoint {

  private final SimServer server;
  private final int weight;
  private int inFlight;
  private long serviceNanos;

  public SimEndpoint(SimServer server, int weight) {
    this.server = server;
    this.weight = weight;
  }

  SimServer server() {
    return server;
  }

  void begun() {
    inFlight++;
  }

  void ended() {
    inFlight--;
  }

  /** A reply came. */
  void told(long itsServiceNanos) {
    serviceNanos = itsServiceNanos;
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  /** As many as its threads: what a consumer that is alone is told. */
  @Override
  public int freeCredit() {
    return server.threads() - inFlight;
  }

  @Override
  public String state() {
    return server.mode().toString();
  }

  @Override
  public String key() {
    return server.key();
  }

  @Override
  public long startedAtMillis() {
    return 0;
  }

  @Override
  public int inFlight() {
    return inFlight;
  }

  @Override
  public int reportedLimit() {
    return server.threads();
  }

  @Override
  public long serviceNanos() {
    return serviceNanos;
  }

  @Override
  public Future<Reply> call(Call call) {
    throw new UnsupportedOperationException("calls are events here");
  }
}
