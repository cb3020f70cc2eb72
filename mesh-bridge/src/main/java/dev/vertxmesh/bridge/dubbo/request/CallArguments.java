package dev.vertxmesh.bridge.dubbo.request;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.Descriptor;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;

/** The arguments of a call for the method itself, whether it came as JSON or as a form's text. */
final class CallArguments {

  private CallArguments() {}

  /**
   * As values.
   *
   * @throws BadArgument if they don't fit
   */
  static Object[] typed(Call call, Descriptor descriptor) {
    return call.encoding() == Encoding.TEXT
        ? TextArgument.typed(descriptor, call.payload())
        : JsonArguments.typed(descriptor, call.payload());
  }

  /**
   * Appends them in hessian2, what is simple without making a value of it.
   *
   * @param others writes what isn't, to the same buffer
   * @throws BadArgument if they don't fit
   */
  static void write(Call call, Descriptor descriptor, ByteBuf out, ValueWriter others) {
    if (call.encoding() == Encoding.TEXT) {
      TextArgument.write(descriptor, call.payload(), out, others);
    } else {
      JsonArguments.write(descriptor, call.payload(), out, others);
    }
  }
}
