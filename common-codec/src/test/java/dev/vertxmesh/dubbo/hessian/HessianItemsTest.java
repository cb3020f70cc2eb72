package dev.vertxmesh.dubbo.hessian;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Values that are stepped over, to their last byte. */
class HessianItemsTest {

  private final HessianItems items = new HessianItems();

  /** How many bytes a value takes of many. */
  private int skipped(String hex) {
    ByteBuf in = unhex(hex + "90".repeat(40));
    int before = in.readableBytes();
    items.begin();
    items.skip(in);
    return before - in.readableBytes();
  }

  @Test
  void numbersOfOneByteToThree() {
    for (int tag = 0x80; tag <= 0xff; tag++) {
      int more = tag <= 0xbf ? 0 : tag <= 0xcf ? 1 : tag <= 0xd7 ? 2 : tag <= 0xef ? 0 : 1;
      assertThat(skipped("%02x".formatted(tag))).as("0x%02x", tag).isEqualTo(1 + more);
    }
    for (int tag = 0x38; tag <= 0x3f; tag++) {
      assertThat(skipped("%02x".formatted(tag))).as("0x%02x", tag).isEqualTo(3);
    }
  }

  @Test
  void aListHasNoMoreValuesThanThereAreBytes() {
    ByteBuf exact = unhex("58 92 90 90");
    items.begin();
    items.skip(exact);
    assertThat(exact.isReadable()).isFalse();
    for (String list : new String[] {"58 92 90", "58 8f 90", "58 49 80000000 90"}) {
      ByteBuf in = unhex(list);
      assertThatThrownBy(() -> items.skip(in))
          .isInstanceOf(DubboCodecException.class)
          .hasMessageStartingWith("byte 1: a length of ");
    }
  }

  @Test
  void classesAreThoseOfOneBody() {
    assertThat(skipped("43 03 612e42 91 0166 60 90")).isEqualTo(10);
    items.begin();
    assertThatThrownBy(() -> items.skip(unhex("60")))
        .hasMessage("byte 1: an object of class 0, of 0");
  }

  @Test
  void aTypeMayBeTheNumberOfOneThatWasThereBefore() {
    assertThat(skipped("7a 71 03 612e42 91 71 90 92")).isEqualTo(10);
    assertThatThrownBy(() -> skipped("71 90 91")).hasMessage("byte 1: type 0, of 0");
  }

  @Test
  void textsOfAllFormsAreNamesWhereTheyAreTakenForThem() {
    String gadget = "com.sun.rowset.JdbcRowSetImpl";
    String name = ByteBufUtil.hexDump(gadget.getBytes(StandardCharsets.US_ASCII));
    for (String text : new String[] {"1d" + name, "301d" + name, "53001d" + name}) {
      assertThat(skipped(text)).isEqualTo(text.length() / 2);
      items.takeTextsForNames();
      assertThatThrownBy(() -> items.skip(unhex(text))).isInstanceOf(DeniedClassException.class);
      items.skip(unhex("20"));
    }
  }
}
