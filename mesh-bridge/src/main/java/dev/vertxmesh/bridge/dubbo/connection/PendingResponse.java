package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.call.CallFailure;
import io.netty.buffer.ByteBuf;

/** What waits for a response. It gets one of the two, once. */
interface PendingResponse {

  /**
   * @param body only until this returns
   */
  void onResponse(int flags, int status, ByteBuf body);

  /** No response comes any more. */
  void onLost(CallFailure cause);

  /** Whether it may be given up when no response comes for long. */
  boolean isAbandoned();
}
