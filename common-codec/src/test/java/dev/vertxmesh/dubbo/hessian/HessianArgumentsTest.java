package dev.vertxmesh.dubbo.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HessianArgumentsTest {

  private static final List<Object> SHARED = List.of(new Date(1), "a");

  /** With types and references, which are numbered through a body. */
  private static final Object[] BODY = {
    "hash", new String[] {"java.util.List"}, new Object[] {SHARED, SHARED, Map.of("k", SHARED)}
  };

  @Test
  void eachBodyIsNumberedFromItsBeginning() {
    String first = body(BODY);
    assertThat(body(BODY)).isEqualTo(first);
    assertThat(body(new Object[] {new Date(7)})).isNotEqualTo(first);
    assertThat(body(BODY)).isEqualTo(first);
  }

  @Test
  void aBodyInsideAnotherHasItsOwnNumbers() {
    String whole = body(BODY);
    ByteBuf out = Unpooled.buffer();
    HessianArguments outer = new HessianArguments(out);
    outer.write(BODY[0]);
    outer.write(BODY[1]);
    assertThat(body(BODY)).isEqualTo(whole);
    outer.write(BODY[2]);
    outer.end();
    assertThat(ByteBufUtil.hexDump(out)).isEqualTo(whole);
    out.release();
  }

  @Test
  void whatOneThatFailedHasLeftIsNobodys() {
    String whole = body(BODY);
    List<Object> endless = new ArrayList<>();
    endless.add(SHARED);
    Object nested = endless;
    for (int i = 0; i < 2_000; i++) {
      nested = List.of(nested);
    }
    Object tooDeep = nested;
    assertThatThrownBy(() -> body(SHARED, tooDeep)).isInstanceOf(DubboCodecException.class);
    assertThat(body(BODY)).isEqualTo(whole);
  }

  @Test
  void aLargeBodyLeavesNothingForTheNext() {
    String whole = body(BODY);
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      many.add(new Date(i));
    }
    body(many);
    assertThat(body(BODY)).isEqualTo(whole);
  }

  @Test
  void aRequestGivesBackWhatItsAttachmentsWereWrittenWith() {
    ByteBuf out = Unpooled.buffer();
    HessianOutput spare = HessianOutput.to(out);
    spare.giveBack();
    RequestTemplate template =
        new RequestTemplate(Serialization.HESSIAN2, "2.0.2", "a.B", "", "m", "", Map.of());
    template.end(out, template.begin(out, 1), Map.of("when", new Date(1)));
    assertThat(HessianOutput.to(out)).isSameAs(spare);
    spare.giveBack();
    out.release();
  }

  private static String body(Object... values) {
    ByteBuf out = Unpooled.buffer();
    try {
      HessianArguments arguments = new HessianArguments(out);
      for (Object value : values) {
        arguments.write(value);
      }
      arguments.end();
      return ByteBufUtil.hexDump(out);
    } finally {
      out.release();
    }
  }
}
