package dev.vertxmesh.bridge.dubbo.reply;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.dubbo.Result;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.fuzz.HessianScript;
import dev.vertxmesh.fuzz.JsonbScript;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.memory.OverBudgetException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;

/**
 * Results of Dubbo's providers as JSON: written or refused with a {@link DubboCodecException}, or
 * an IndexOutOfBoundsException where it's longer than it may be; and what was written is JSON.
 */
class ResultsFuzz {

  /** A value can be in many places of a result, and so the JSON is as long as it may be. */
  private static final Price PRICE = new Price(2048);

  private static final int MOST_JSON = 16 << 10;
  private static final JsonFactory JSON = new JsonFactory();

  @FuzzTest
  void results(byte[] input) {
    Script script = new Script(input);
    int kind = script.next();
    byte[] body = body(kind, script);
    PRICE.hold(body.length, () -> write(kind, body));
  }

  private static byte[] body(int kind, Script script) {
    ByteBuf out = Unpooled.buffer();
    switch (kind & 3) {
      case 0 -> out.writeByte(0x90 + (kind >> 2) % 3).writeBytes(HessianScript.value(script));
      case 1 -> {
        byte[] value = JsonbScript.value(script);
        out.writeInt(1).writeByte((kind >> 2) % 3).writeInt(value.length).writeBytes(value);
      }
      case 2 -> out.writeByte('0' + (kind >> 2) % 3).writeByte('\n').writeBytes(script.rest());
      default -> out.writeBytes(script.rest());
    }
    byte[] body = new byte[out.readableBytes()];
    out.readBytes(body).release();
    return body;
  }

  private static void write(int kind, byte[] body) {
    int serialization = new int[] {2, 23, 6, 2}[kind & 3];
    ByteBuf out = Unpooled.buffer(256, MOST_JSON);
    try {
      Result result = ResultReader.read(serialization, Unpooled.wrappedBuffer(body));
      JsonResultWriter.Classes classes = JsonResultWriter.Classes.values()[(kind >> 4) % 3];
      if (result.thrown()) {
        JsonResultWriter.writeThrown(out, result.value(), classes, ApiClasses.NONE, "all");
      } else {
        JsonResultWriter.write(out, result.value(), classes, null, ApiClasses.NONE, kind < 0x80);
      }
      expectJson(out);
    } catch (DubboCodecException | OverBudgetException | IndexOutOfBoundsException e) {
      if (e.getMessage() == null) {
        throw new AssertionError("it's refused without a reason", e);
      }
    } finally {
      out.release();
    }
  }

  private static void expectJson(ByteBuf out) {
    byte[] json = new byte[out.readableBytes()];
    out.getBytes(out.readerIndex(), json);
    try (JsonParser parser = JSON.createParser(json)) {
      parser.nextToken();
      parser.skipChildren();
      if (parser.nextToken() != null) {
        throw new AssertionError("more than a value is written");
      }
    } catch (IOException e) {
      boolean tooDeep = e.getMessage().contains("depth");
      if (!tooDeep) {
        throw new AssertionError("what is written is no JSON", e);
      }
    }
  }
}
