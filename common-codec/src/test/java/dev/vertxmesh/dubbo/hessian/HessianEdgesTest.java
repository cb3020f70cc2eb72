package dev.vertxmesh.dubbo.hessian;

import static dev.vertxmesh.dubbo.Hessian.hex;
import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.Hessian;
import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values of hessian2 at their bounds: what is read by hessian-lite, and what in place. */
class HessianEdgesTest {

  private static final String GADGET = "1d" + ascii("com.sun.rowset.JdbcRowSetImpl");

  private static String ascii(String text) {
    return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Object read(String hex) {
    ByteBuf body = unhex(hex);
    return new HessianReader(body).readValue();
  }

  private static String written(Object... values) {
    ByteBuf out = Unpooled.buffer();
    HessianArguments arguments = new HessianArguments(out);
    for (Object value : values) {
      arguments.write(value);
    }
    arguments.end();
    return hex(out);
  }

  @Test
  void noListNoMapAndNoObjectIsOfADeniedClass() {
    for (String value :
        List.of(
            "55" + GADGET + "91 5a",
            "56" + GADGET + "91 91",
            "71" + GADGET + "91",
            "79 55" + GADGET + "91 5a",
            "4d" + GADGET + "91 91 5a",
            "43" + GADGET + "90 60",
            "79 43" + GADGET + "90 60")) {
      assertThatThrownBy(() -> read(value)).as(value).isInstanceOf(DeniedClassException.class);
      String other = value.replace(GADGET, "03" + ascii("a.B"));
      assertThat(read(other)).as(other).isNotNull();
    }
  }

  @Test
  void listsOfAllKindsAreLists() {
    for (String list :
        List.of(
            "57 91 92 5a", "55 01 61 91 92 5a", "7a 91 92", "58 92 91 92", "56 01 61 92 91 92")) {
      assertThat(read(list)).as(list).isEqualTo(List.of(1, 2));
    }
    assertThat(read("78")).isEqualTo(List.of());
    assertThat(read("58 90")).isEqualTo(List.of());
    assertThat(read("57 5a")).isEqualTo(List.of());
  }

  @Test
  void aClassHas4096FieldsAtMostAndAListNoNegativeLength() {
    String fields = "43 01 61 49 %08x" + "01 61".repeat(4_096);
    WireObject object = (WireObject) read(fields.formatted(4_096) + "60" + "91".repeat(4_096));
    assertThat(object.size()).isEqualTo(4_096);
    WireObject none = (WireObject) read("43 01 61 90 60");
    assertThat(none.size()).isZero();
    for (int count : new int[] {4_097, -1}) {
      assertThatThrownBy(() -> read(fields.formatted(count)))
          .hasMessage("a class of %d fields, at most 4096".formatted(count));
    }
    assertThatThrownBy(() -> read("58 8f")).hasMessageContaining("a list of -1 elements");
  }

  @Test
  void aMapsKeyIsNoListAndNoMap() {
    for (String key : List.of("78", "485a", "57 5a")) {
      assertThatThrownBy(() -> read("48" + key + "91 5a"))
          .hasMessageContaining("a map's key is itself a list or a map");
    }
    assertThat(read("48 91 92 5a")).isEqualTo(Map.of(1, 2));
  }

  @Test
  void whatIsNoValueIsSaidInWords() {
    Map<String, String> table = new LinkedHashMap<>();
    table.put("43 01 61 7a", "not a hessian2 value: expected integer, here is 0x7a");
    table.put("", "not a hessian2 value: the body ends inside of it");
    table.put("79", "not a hessian2 value: the body ends inside of it");
    table.put("05 61", "not a hessian2 value: the body ends inside of it");
    table.put("79".repeat(513) + "91", "values are nested more than 512 deep");
    table.forEach(
        (hex, message) -> assertThatThrownBy(() -> read(hex)).as(hex).hasMessage(message));
    assertThatThrownBy(() -> read("51 95")).isInstanceOf(DubboCodecException.class);
  }

  @Test
  void aClassIsDefinedOnceAndAnObjectIsThereOnce() {
    WireObject one = WireObject.of("x.Y", new String[] {"a"}, 1);
    WireObject other = WireObject.of("x.Y", new String[] {"a"}, 2);
    WireObject wider = WireObject.of("x.Y", new String[] {"a", "b"}, 3, 4);
    String definition = "43 03 782e59 91 01 61".replace(" ", "");
    assertThat(written(one, other, wider, one))
        .isEqualTo(definition + "6091" + "6092" + "4303782e599201610162" + "619394" + "5190");
    assertThat(written(one)).as("another body knows nothing of it").isEqualTo(definition + "6091");
    List<?> twice = (List<?>) read(written(List.of(one, one)));
    assertThat(twice.get(0)).isSameAs(twice.get(1));
  }

  /** Names come from a registry, and may have what stands between them. */
  @Test
  void twoClassesWhoseNamesReadAlikeAreTwo() {
    WireObject wide = WireObject.of("x.Y", new String[] {"a", "b"}, 1, 2);
    WireObject odd = WireObject.of("x.Y", new String[] {"a\0b"}, 3);
    assertThat(written(wide, odd)).endsWith("4303782e5991" + "03610062" + "6193");
  }

  @Test
  void whatNeedsNoNumbersIsWrittenAsHessianLiteDoes() {
    assertThat(written((Object) null)).isEqualTo("4e");
    assertThat(written(true, false, (short) 3, (byte) -1)).isEqualTo("5446938f");
    String mixed = "a\u007f\u0080\u00ff\u07ff\u0800\uffff\ud83d\ude00é";
    for (String text : List.of(mixed, mixed.repeat(100), mixed.repeat(4_000))) {
      assertThat(written(text)).isEqualTo(hex(Hessian.buffer(text)));
      assertThat(new HessianReader(Hessian.buffer(text)).readValue()).isEqualTo(text);
    }
    StringBuilder digits = new StringBuilder();
    while (digits.length() < 0x20001) {
      digits.append(digits.length() % 9973).append(' ');
    }
    ByteBuf out = Unpooled.buffer();
    ByteBuf text = Unpooled.copiedBuffer(digits, StandardCharsets.US_ASCII);
    assertThat(HessianWriter.writeAscii(out, text)).isTrue();
    assertThat(hex(out)).isEqualTo(hex(Hessian.buffer(digits.toString())));
    ByteBuf none = Unpooled.buffer();
    HessianWriter.writeString(none, null);
    assertThat(hex(none)).isEqualTo("4e");
  }

  private static Object chunk(String hex, int read) {
    ByteBuf in = unhex(hex);
    Object text = HessianScalars.readChunk(in);
    assertThat(in.readerIndex()).as(hex).isEqualTo(read);
    return text;
  }

  @Test
  void aStringsChunkIsReadByItself() {
    assertThat(chunk("52 0002 6162 0163", 5)).isEqualTo("ab");
    assertThat(chunk("52 0001 c3a9", 5)).isEqualTo("é");
    assertThat(chunk("53 0002 6162", 5)).isEqualTo("ab");
    assertThat(chunk("02 6162", 3)).isEqualTo("ab");
    assertThat(chunk("00", 1)).isEqualTo("");
    assertThat(chunk("30 20" + "61".repeat(32), 34)).isEqualTo("a".repeat(32));
    for (String none : List.of("", "52", "52 00", "52 0003 6162", "53 00", "30", "02 61", "91")) {
      assertThat(chunk(none, 0)).as(none).isSameAs(HessianScalars.NOT_SIMPLE);
    }
    assertThat(chunk("52 0000", 3)).isEqualTo("");
    assertThat(chunk("53 0000", 3)).isEqualTo("");
  }

  @Test
  void lettersOfSeveralBytesEndWhereTheyEnd() {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("01 c3a9", "é");
    table.put("01 e6bca2", "漢");
    table.put("02 61c3a9", "aé");
    table.put("02 c3a961", "éa");
    table.put("02 eda0bd edb880".replace(" ", ""), "\ud83d\ude00");
    table.put("01 c3", HessianScalars.NOT_SIMPLE);
    table.put("01 e6bc", HessianScalars.NOT_SIMPLE);
    table.put("02 c3a9", HessianScalars.NOT_SIMPLE);
    table.put("01 f09f9880", HessianScalars.NOT_SIMPLE);
    table.put("01 80", HessianScalars.NOT_SIMPLE);
    table.put("03 61c3", HessianScalars.NOT_SIMPLE);
    table.forEach(
        (hex, text) -> assertThat(HessianScalars.read(unhex(hex))).as(hex).isEqualTo(text));
  }
}
