package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Parameter;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.dubbo.Serialization;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.EnumSet;
import java.util.Set;

/**
 * How a call is put to the provider.
 *
 * @param requests what writes it
 * @param serialization that it goes in
 * @param shape of the method that it means, looked up once, since the provider may tell of others
 *     at any time; null for a call that passes as a Dubbo consumer made it
 * @param mode null if it depends on the capabilities, which aren't known yet
 * @param capabilities null if it isn't known
 * @param returned what the method is declared to return; null if that isn't known
 * @param kept the arguments as they came in JSON, where the provider may refuse to convert one of
 *     them, and they are short; else null
 */
public record CallPlan(
    RequestEncoder requests,
    Serialization serialization,
    PreparedTarget shape,
    GenericMode mode,
    Capabilities capabilities,
    JavaType returned,
    byte[] kept) {

  /** Bytes of arguments that are kept until the answer comes. */
  private static final int MOST_KEPT = 1_024;

  /** In which the provider's Dubbo makes the arguments without looking whether they fit. */
  private static final Set<GenericMode> CUTTING =
      EnumSet.of(GenericMode.TRUE, GenericMode.RAW_RETURN, GenericMode.BEAN);

  /**
   * What the provider made of the arguments by types that aren't known here: {@code unknown} if
   * that's all of them, {@code partly} if only what is inside of some; null if nothing.
   */
  public String openTypes() {
    if (shape == null || !CUTTING.contains(mode)) {
      return null;
    } else if (shape.descriptor() == null) {
      return "unknown";
    }
    boolean settled = shape.descriptor().parameters().stream().allMatch(Parameter::isSettled);
    return settled ? null : "partly";
  }

  /** The same, and remembers the call's arguments if they may be asked for. */
  CallPlan keeping(Call call) {
    boolean keeps =
        call.encoding() == Encoding.JSON
            && call.payload().readableBytes() <= MOST_KEPT
            && openTypes() != null;
    return keeps
        ? new CallPlan(
            requests,
            serialization,
            shape,
            mode,
            capabilities,
            returned,
            ByteBufUtil.getBytes(call.payload()))
        : this;
  }

  /**
   * Appends a request for the call; the call's payload stays unread.
   *
   * @throws BadArgument if the call is wrong; then part of a request may have been appended
   */
  public void write(ByteBuf out, long id, Call call) {
    requests.write(out, id, call, this);
  }
}
