package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.Map;

/** The items of a body in one of Dubbo's three JSONs, where each stands by itself. */
final class JsonItems extends BodyItems {

  private final Serialization serialization;

  /**
   * @param serialization any but hessian2
   */
  JsonItems(Serialization serialization) {
    this.serialization = serialization;
  }

  @Override
  String readString(ByteBuf in) {
    Object value = serialization.reader(in).read();
    if (value != null && !(value instanceof String)) {
      throw new DubboCodecException("a value where a string is expected");
    }
    return (String) value;
  }

  @Override
  void skip(ByteBuf in) {
    if (serialization == Serialization.FASTJSON) {
      int length = in.bytesBefore((byte) '\n');
      FastjsonTypes.check(in.readSlice(length < 0 ? in.readableBytes() + 1 : length + 1));
    } else if (serialization == Serialization.FASTJSON_COUNTED) {
      FastjsonTypes.check(in.readSlice(in.readInt()));
    } else {
      JsonbTypes.check(in.readSlice(in.readInt()));
    }
  }

  @Override
  void readEntries(ByteBuf in, Entries entries) {
    if (serialization.reader(in).read() instanceof Map<?, ?> map) {
      map.forEach(
          (name, value) -> {
            boolean isText = value instanceof String || value instanceof Number;
            if (isText && name instanceof String text && entries.wants(text)) {
              entries.onEntry(text, value.toString());
            }
          });
    }
  }
}
