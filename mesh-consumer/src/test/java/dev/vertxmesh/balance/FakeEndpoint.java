package dev.vertxmesh.balance;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.vertx.core.Future;

/** An endpoint that answers with its name. */
final class FakeEndpoint implements Endpoint {

  final String name;
  int weight;
  boolean open = true;
  int freeCredit = 100;

  FakeEndpoint(String name, int weight) {
    this.name = name;
    this.weight = weight;
  }

  @Override
  public Future<Reply> call(Call call) {
    call.payload().release();
    return Future.succeededFuture(
        new Reply(Status.OK, Encoding.TEXT, ByteBufUtil.writeUtf8(ByteBufAllocator.DEFAULT, name)));
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
  public String toString() {
    return name;
  }
}
