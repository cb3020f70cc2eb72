package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;

/** An echo that the provider has. */
record PendingEcho(CapabilityProbe.Answer answer) implements PendingResponse {

  @Override
  public void onResponse(int flags, int status, ByteBuf body) {
    boolean attaches = status == DubboStatus.OK.code() && carriesAttachments(flags, body);
    answer.came(status, DubboHeader.serialization(flags), attaches);
  }

  private static boolean carriesAttachments(int flags, ByteBuf body) {
    try {
      return ResultReader.carriesAttachments(DubboHeader.serialization(flags), body);
    } catch (DubboCodecException e) {
      return false;
    }
  }

  @Override
  public void onLost(CallFailure cause) {
    answer.lost(cause);
  }

  /** From the first on: an echo takes no time. */
  @Override
  public boolean isAbandoned() {
    return true;
  }
}
