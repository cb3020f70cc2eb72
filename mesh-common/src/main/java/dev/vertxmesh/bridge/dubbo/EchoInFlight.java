package dev.vertxmesh.bridge.dubbo;

import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.dubbo.DubboCodecException;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.ResultReader;
import io.netty.buffer.ByteBuf;

/** An echo that the provider has. */
record EchoInFlight(SpeechProbe.Answer answer) implements InFlight {

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
