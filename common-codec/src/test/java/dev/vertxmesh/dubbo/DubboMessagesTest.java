package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.hex;
import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import dev.vertxmesh.dubbo.hessian.HessianArguments;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DubboMessagesTest {

  private static RequestTemplate template(String group, String version) {
    return new RequestTemplate(
        Serialization.HESSIAN2,
        RequestTemplate.PROTOCOL_VERSION,
        "a.B",
        version,
        "m",
        "Ljava/lang/String;I",
        RequestTemplate.attachments("a.B", "a.B", group, version));
  }

  @Test
  void aRequest() {
    ByteBuf out = Unpooled.buffer();
    int at = template("", "").begin(out, 7);
    HessianWriter.writeString(out, "hi");
    HessianWriter.writeInt(out, 5);
    template("", "").end(out, at);
    assertThat(hex(out))
        .isEqualTo(
            ("dabbc200 0000000000000007 0000003e"
                    + "05322e302e32 03612e42 4e 016d 134c6a6176612f6c616e672f537472696e673b49"
                    + "026869 95"
                    + "48 0470617468 03612e42 09696e74657266616365 03612e42 5a")
                .replace(" ", ""));
  }

  @Test
  void aRequestReadsAsDubboReadsIt() throws Exception {
    ByteBuf out = Unpooled.buffer();
    out.writeByte(0);
    RequestTemplate template = template("blue", "1.2");
    int at = template.begin(out, -1);
    HessianArguments arguments = new HessianArguments(out);
    arguments.write("hi");
    arguments.write(List.of("a", Map.of("k", 1)));
    arguments.write(null);
    arguments.write(List.of("b", Map.of("k", 2)));
    template.end(out, at, Map.of("own", "x", "group", "green"));
    assertThat(out.getInt(1 + DubboHeader.LENGTH)).isEqualTo(out.readableBytes() - 17);
    Hessian2Input in = Hessian.input(out.skipBytes(17));
    assertThat(in.readString()).isEqualTo("2.0.2");
    assertThat(in.readString()).isEqualTo("a.B");
    assertThat(in.readString()).isEqualTo("1.2");
    assertThat(in.readString()).isEqualTo("m");
    assertThat(in.readString()).isEqualTo("Ljava/lang/String;I");
    assertThat(in.readObject()).isEqualTo("hi");
    assertThat(in.readObject()).isEqualTo(List.of("a", Map.of("k", 1)));
    assertThat(in.readObject()).isNull();
    assertThat(in.readObject()).isEqualTo(List.of("b", Map.of("k", 2)));
    assertThat(in.readObject())
        .isEqualTo(
            Map.of(
                "path", "a.B", "interface", "a.B", "version", "1.2", "group", "green", "own", "x"));
  }

  @Test
  void aHeartbeat() {
    ByteBuf out = Unpooled.buffer();
    DubboEvent.writeHeartbeat(out, 3);
    assertThat(hex(out)).isEqualTo("dabbe2000000000000000003000000014e");
  }

  @Test
  void theAnswerToAHeartbeatIsInItsSerialization() {
    ByteBuf out = Unpooled.buffer();
    DubboEvent.writeAnswer(out, 0xe2, 3, unhex("4e"));
    DubboEvent.writeAnswer(out, 0xf7, -2, unhex("00000001af"));
    assertThat(hex(out))
        .isEqualTo(
            "dabb22140000000000000003000000014e" + "dabb3714fffffffffffffffe0000000500000001af");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4e", "4e4e", "", "6e756c6c", "6e756c6c0a", "6e756c6c0d0a"})
  void heartbeatsOfHessianAndText(String body) {
    assertThat(DubboEvent.read(unhex(body))).isEqualTo(DubboEvent.HEARTBEAT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"000000046e756c6c", "00000001af"})
  void heartbeatsWithALength(String body) {
    assertThat(DubboEvent.read(unhex(body))).isEqualTo(DubboEvent.HEARTBEAT);
  }

  @ParameterizedTest
  @CsvSource({"0152,READ_ONLY", "0157,WRITEABLE", "0158,UNKNOWN", "4e4f,UNKNOWN", "90,UNKNOWN"})
  void otherEvents(String body, DubboEvent event) {
    assertThat(DubboEvent.read(unhex(body))).isEqualTo(event);
  }

  @ParameterizedTest
  @CsvSource({
    "20,OK", "25,SERIALIZATION_ERROR", "30,CLIENT_TIMEOUT", "31,SERVER_TIMEOUT",
    "35,CHANNEL_INACTIVE", "40,BAD_REQUEST", "50,BAD_RESPONSE", "60,SERVICE_NOT_FOUND",
    "70,SERVICE_ERROR", "80,SERVER_ERROR", "90,CLIENT_ERROR", "100,THREAD_POOL_EXHAUSTED",
    "0,UNKNOWN", "21,UNKNOWN", "255,UNKNOWN", "-1,UNKNOWN"
  })
  void statuses(int code, DubboStatus status) {
    assertThat(DubboStatus.of(code)).isEqualTo(status);
  }
}
