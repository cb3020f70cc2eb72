package dev.vertxmesh.balance;

import dev.vertxmesh.balance.endpoint.Endpoint;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;

/** An endpoint that answers with its name, at once unless it's told to hang. */
public final class FakeEndpoint implements Endpoint {

  final String name;
  public int weight;
  public boolean open = true;
  public int freeCredit = 100;
  public int inFlight;
  int limit;
  long startedAtMillis;
  long serviceNanos;
  Status answer = Status.OK;
  Promise<Reply> hanging;
  public Map<String, String> tags = Map.of();

  public FakeEndpoint(String name, int weight) {
    this.name = name;
    this.weight = weight;
  }

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    if (hanging != null) {
      return hanging.future();
    }
    return answer == Status.OK
        ? Future.succeededFuture(reply())
        : Future.failedFuture(new CallFailure(answer, name, "as told"));
  }

  Reply reply() {
    return new Reply(
        Status.OK, Encoding.TEXT, ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, name));
  }

  @Override
  public Map<String, String> tags() {
    return tags;
  }

  @Override
  public int weight() {
    return weight;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public int freeCredit() {
    return freeCredit;
  }

  @Override
  public String state() {
    return name + " connection refused";
  }

  @Override
  public String key() {
    return name;
  }

  @Override
  public long startedAtMillis() {
    return startedAtMillis;
  }

  @Override
  public int inFlight() {
    return inFlight;
  }

  @Override
  public int reportedLimit() {
    return limit;
  }

  @Override
  public long serviceNanos() {
    return serviceNanos;
  }

  @Override
  public String toString() {
    return name;
  }
}
