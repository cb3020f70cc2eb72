package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.fastjson.FastjsonLines;
import dev.vertxmesh.dubbo.fastjson.FastjsonReader;
import dev.vertxmesh.dubbo.fastjson.FastjsonTypes;
import dev.vertxmesh.dubbo.fastjson.FastjsonWriter;
import dev.vertxmesh.dubbo.hessian.HessianArguments;
import dev.vertxmesh.dubbo.hessian.HessianItems;
import dev.vertxmesh.dubbo.hessian.HessianValues;
import dev.vertxmesh.dubbo.jsonb.JsonbReader;
import dev.vertxmesh.dubbo.jsonb.JsonbTypes;
import dev.vertxmesh.dubbo.jsonb.JsonbWriter;
import dev.vertxmesh.dubbo.wire.BodyItems;
import dev.vertxmesh.dubbo.wire.CountedItems;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.TypedJson;
import dev.vertxmesh.dubbo.wire.ValueReader;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import io.netty.buffer.ByteBuf;

/** How the values of a body are laid out: those of Dubbo's serializations that are spoken here. */
public enum Serialization {
  HESSIAN2(2) {
    @Override
    public ValueReader reader(ByteBuf body) {
      return new HessianValues(body);
    }

    @Override
    public ValueWriter writer(ByteBuf out) {
      return new HessianArguments(out);
    }
  },

  /**
   * Of Dubbo 2.5 to 2.7: a line of JSON for each value, without the names of classes but for those
   * in {@link TypedJson}.
   */
  FASTJSON(6) {
    @Override
    public ValueReader reader(ByteBuf body) {
      return new FastjsonLines(body);
    }

    @Override
    public ValueWriter writer(ByteBuf out) {
      return value -> {
        if (value instanceof TypedJson telling) {
          FastjsonWriter.write(out, telling.value(), true);
        } else {
          FastjsonWriter.write(out, value, false);
        }
        out.writeByte('\n');
      };
    }
  },

  /** Of the extension for Dubbo 3: each value's length, then JSON with the names of classes. */
  FASTJSON_COUNTED(6) {
    @Override
    public ValueReader reader(ByteBuf body) {
      return new CountedItems(body, FastjsonTypes::check, FastjsonReader::read);
    }

    @Override
    public ValueWriter writer(ByteBuf out) {
      return value -> CountedItems.write(out, item -> FastjsonWriter.write(item, value, true));
    }
  },

  /** Each value's length, then the binary JSON of fastjson2. */
  FASTJSON2(23) {
    @Override
    public ValueReader reader(ByteBuf body) {
      return new CountedItems(body, JsonbTypes::check, JsonbReader::read);
    }

    @Override
    public ValueWriter writer(ByteBuf out) {
      return value -> CountedItems.write(out, item -> JsonbWriter.write(item, value));
    }
  };

  private final int id;

  Serialization(int id) {
    this.id = id;
  }

  /** The number in a header's flags; the two layouts of fastjson share one. */
  public int id() {
    return id;
  }

  /** For the values of one body, from the reader's index on. */
  public abstract ValueReader reader(ByteBuf body);

  /** For the values of one body, from the writer's index on. */
  public abstract ValueWriter writer(ByteBuf out);

  /**
   * Who reads a body as items.
   *
   * @param hessian for bodies in hessian2: it keeps its room
   */
  BodyItems items(HessianItems hessian) {
    return this == HESSIAN2 ? hessian : new JsonItems(this);
  }

  public static boolean isSpoken(int id) {
    return id == HESSIAN2.id || id == FASTJSON.id || id == FASTJSON2.id;
  }

  /**
   * What a body is laid out in. Which of fastjson's two it is, its first byte tells: a length
   * starts with a zero, a text never does.
   *
   * @throws DubboCodecException if it is none that is spoken here
   */
  public static Serialization of(int id, ByteBuf body) {
    if (id == FASTJSON.id) {
      boolean counted = body.isReadable() && body.getByte(body.readerIndex()) == 0;
      return counted ? FASTJSON_COUNTED : FASTJSON;
    } else if (id == HESSIAN2.id) {
      return HESSIAN2;
    } else if (id == FASTJSON2.id) {
      return FASTJSON2;
    }
    throw new DubboCodecException(
        "the body is in serialization "
            + id
            + "; 2 (hessian2), 6 (fastjson) and 23 (fastjson2) are spoken");
  }
}
