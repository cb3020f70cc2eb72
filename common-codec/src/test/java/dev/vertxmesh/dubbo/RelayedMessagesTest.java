package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.hex;
import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayedMessagesTest {

  private final ByteBuf out = Unpooled.buffer();

  @Test
  void theHeadOfARequest() {
    RelayedMessages.writeRequest(out, 2, true, -2, 258);
    assertThat(hex(out)).isEqualTo("dabbc200fffffffffffffffe00000102");
  }

  @Test
  void theHeadOfAOneWayRequestInFastjson2() {
    RelayedMessages.writeRequest(out, 23, false, 1, 0);
    assertThat(hex(out)).isEqualTo("dabb9700000000000000000100000000");
  }

  @Test
  void theHeadOfAResponse() {
    RelayedMessages.writeResponse(out, 6, 7, 1);
    assertThat(hex(out)).isEqualTo("dabb0614000000000000000700000001");
  }

  @Test
  void theEventBeforeTheEnd() {
    RelayedMessages.writeReadOnly(out, 9);
    assertThat(DubboEvent.read(out.slice(DubboHeader.SIZE, 2))).isEqualTo(DubboEvent.READ_ONLY);
    assertThat(hex(out)).isEqualTo("dabba200000000000000000900000002" + "0152");
  }

  @ParameterizedTest
  @CsvSource({"2, ''", "6, 22", "6, 00", "23, 00", "9, 00"})
  void aReasonComesInTheFormOfItsRequest(int serialization, String request) {
    RelayedMessages.writeFailure(
        out,
        serialization,
        RelayedMessages.isCounted(unhex(request)),
        5,
        DubboStatus.BAD_REQUEST,
        "pé\"");
    int known = serialization == 9 ? 2 : serialization;
    assertThat(out.getUnsignedByte(2)).isEqualTo((short) known);
    assertThat(out.getUnsignedByte(3)).isEqualTo((short) 40);
    assertThat(out.getLong(4)).isEqualTo(5);
    out.skipBytes(DubboHeader.SIZE);
    assertThat(out.readableBytes()).isEqualTo(out.getInt(12));
    assertThat(ResultReader.readReason(known, out.slice())).isEqualTo("pé\"");
    out.release();
  }
}
