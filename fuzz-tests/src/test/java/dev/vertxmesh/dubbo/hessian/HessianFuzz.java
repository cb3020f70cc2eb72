package dev.vertxmesh.dubbo.hessian;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.fuzz.HessianScript;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.fuzz.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * hessian2 values: read or refused with a {@link DubboCodecException}; simple ones mean what the
 * real hessian-lite takes them for; what was read and is written again reads the same; and a value
 * that is stepped over ends where one that is read does.
 */
class HessianFuzz {

  /** A value of a byte takes some 50 in memory, and an object of a class without fields more. */
  private static final Price PRICE = new Price(512);

  private static final byte[] END = {3, 'E', 'N', 'D'};

  private final HessianItems items = new HessianItems();

  @FuzzTest
  void values(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] value = input[0] < 0 ? HessianScript.value(script) : script.rest();
    PRICE.hold(value.length, () -> read(value));
    simpleOnesAreHessians(value);
    int end = skip(value);
    if (end >= 0) {
      aReaderEndsThere(value, end);
    } else if (HessianScalars.read(Unpooled.wrappedBuffer(value)) != HessianScalars.NOT_SIMPLE) {
      throw new AssertionError("a simple value can't be stepped over");
    }
  }

  private static void read(byte[] value) {
    Object read;
    try {
      read = new HessianValues(Unpooled.wrappedBuffer(value)).read();
    } catch (DubboCodecException e) {
      return;
    }
    ByteBuf out = Unpooled.buffer();
    try {
      new HessianArguments(out).write(read);
    } catch (DubboCodecException e) {
      return; // nested deeper than may be sent
    }
    Same.expect(read, new HessianValues(out).read());
    out.release();
  }

  private static void simpleOnesAreHessians(byte[] value) {
    Object ours = HessianScalars.read(Unpooled.wrappedBuffer(value));
    if (ours == HessianScalars.NOT_SIMPLE) {
      return;
    }
    try {
      Object real = new Hessian2Input(new ByteArrayInputStream(value)).readObject();
      Same.expect(real, ours);
    } catch (IOException e) {
      throw new AssertionError("hessian-lite refuses what is %s here".formatted(ours), e);
    }
  }

  /** Where the value ends; negative if it's refused. */
  private int skip(byte[] value) {
    ByteBuf in = Unpooled.wrappedBuffer(value);
    try {
      items.begin();
      items.skip(in);
      return in.readerIndex();
    } catch (DubboCodecException | IndexOutOfBoundsException e) {
      return -1;
    }
  }

  private static void aReaderEndsThere(byte[] value, int end) {
    byte[] row = Arrays.copyOf(value, end + END.length);
    System.arraycopy(END, 0, row, end, END.length);
    HessianValues values = new HessianValues(Unpooled.wrappedBuffer(row));
    Object next;
    try {
      values.read();
      next = values.read();
    } catch (DubboCodecException e) {
      return; // over a limit
    }
    Same.expect("END", next);
  }
}
