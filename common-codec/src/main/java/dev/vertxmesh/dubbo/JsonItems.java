package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.fastjson.FastjsonTypes;
import dev.vertxmesh.dubbo.jsonb.JsonbTexts;
import dev.vertxmesh.dubbo.jsonb.JsonbTypes;
import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import java.util.Map;

/** The items of a body in one of Dubbo's three JSONs, where each stands by itself. */
final class JsonItems extends BodyItems {

  private final Serialization serialization;
  private boolean textsAreNames;

  /**
   * @param serialization any but hessian2
   */
  JsonItems(Serialization serialization) {
    this.serialization = serialization;
  }

  @Override
  public void takeTextsForNames() {
    textsAreNames = true;
  }

  @Override
  public String readString(ByteBuf in) {
    Object value = serialization.reader(in).read();
    if (value != null && !(value instanceof String)) {
      throw new DubboCodecException("a value where a string is expected");
    }
    return (String) value;
  }

  @Override
  public void skip(ByteBuf in) {
    if (serialization == Serialization.FASTJSON) {
      int length = in.bytesBefore((byte) '\n');
      checkText(in.readSlice(length < 0 ? in.readableBytes() + 1 : length + 1));
    } else if (serialization == Serialization.FASTJSON_COUNTED) {
      checkText(in.readSlice(in.readInt()));
    } else {
      checkBinary(in.readSlice(in.readInt()));
    }
  }

  private void checkBinary(ByteBuf value) {
    JsonbTypes.check(value);
    if (textsAreNames) {
      JsonbTexts.check(value);
    }
  }

  private void checkText(ByteBuf text) {
    FastjsonTypes.check(text);
    if (textsAreNames) {
      FastjsonTypes.checkTexts(text);
    }
  }

  @Override
  public void readEntries(ByteBuf in, Entries entries) {
    Object value = serialization.reader(in).read();
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (name, entry) -> {
            if (name instanceof String text && entries.wants(text, -1)) {
              entries.onEntry(text, entry);
            }
          });
    } else if (value != null) {
      throw new DubboCodecException("another value where a map of attachments is expected");
    }
  }
}
