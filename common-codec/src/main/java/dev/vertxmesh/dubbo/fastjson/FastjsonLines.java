package dev.vertxmesh.dubbo.fastjson;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.Limits;
import dev.vertxmesh.dubbo.wire.ValueReader;
import io.netty.buffer.ByteBuf;

/** A body each of whose values is a line of JSON; a line ends as its writer's platform has it. */
public final class FastjsonLines implements ValueReader {

  private final ByteBuf body;
  private final Limits limits = new Limits();

  public FastjsonLines(ByteBuf body) {
    this.body = body;
  }

  /** Without its end a line may be cut short: half a number is a number too. */
  @Override
  public Object read() {
    int length = body.bytesBefore((byte) '\n');
    if (length < 0) {
      throw new DubboCodecException("the body ends inside of a line");
    }
    ByteBuf line = body.readSlice(length);
    body.skipBytes(1);
    if (length > 0 && line.getByte(line.writerIndex() - 1) == '\r') {
      line.writerIndex(line.writerIndex() - 1);
    }
    FastjsonTypes.check(line);
    limits.begin(line);
    return FastjsonReader.read(line, limits);
  }
}
