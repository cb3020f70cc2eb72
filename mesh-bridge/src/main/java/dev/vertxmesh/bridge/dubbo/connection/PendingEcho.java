package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.EchoAttachments;
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
    boolean isOk = status == DubboStatus.OK.code();
    int serialization = DubboHeader.serialization(flags);
    answer.came(status, serialization, isOk ? attached(serialization, body) : EchoAttachments.NONE);
  }

  private static EchoAttachments attached(int serialization, ByteBuf body) {
    try {
      if (!ResultReader.carriesAttachments(serialization, body)) {
        return EchoAttachments.NONE;
      }
    } catch (DubboCodecException e) {
      return EchoAttachments.NONE;
    }
    try {
      return EchoAttachments.of(ResultReader.read(serialization, body).attachments());
    } catch (DubboCodecException e) {
      return EchoAttachments.OWN;
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
