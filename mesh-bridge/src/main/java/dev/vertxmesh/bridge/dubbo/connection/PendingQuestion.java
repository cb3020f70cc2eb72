package dev.vertxmesh.bridge.dubbo.connection;

import dev.vertxmesh.bridge.dubbo.request.MethodQuestion.Answer;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;

/** A question about a method that the provider has. */
record PendingQuestion(Consumer<Answer> onAnswer) implements PendingResponse {

  @Override
  public void onResponse(int flags, int status, ByteBuf body) {
    onAnswer.accept(
        status == DubboStatus.THREAD_POOL_EXHAUSTED.code()
            ? Answer.NONE
            : Answer.of(reason(flags, status, body)));
  }

  private static String reason(int flags, int status, ByteBuf body) {
    try {
      return status == DubboStatus.OK.code()
          ? ""
          : ResultReader.readReason(DubboHeader.serialization(flags), body);
    } catch (DubboCodecException e) {
      return "";
    }
  }

  @Override
  public void onLost(CallFailure cause) {
    onAnswer.accept(Answer.NONE);
  }

  /** From the first on: it's refused at once. */
  @Override
  public boolean isAbandoned() {
    return true;
  }
}
