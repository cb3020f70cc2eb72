package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadReaderTest {

  private static final int HESSIAN2 = 2;
  private static final int FASTJSON = 6;
  private static final int FASTJSON2 = 23;
  private static final String ANY = "Ljava/lang/Object;";

  private final RequestHeadReader reader = new RequestHeadReader();

  static class Node implements Serializable {
    private static final long serialVersionUID = 1L;
    String name = "n";
    Node next;
    Node self = this;
    List<Node> all = new ArrayList<>();
    Map<Object, Object> map = new HashMap<>();
    int[] ints = {1, 2, 3};
    Date date = new Date(1);
  }

  static final class Wide extends Node {
    private static final long serialVersionUID = 1L;
    double a = 0.5;
    BigDecimal b = new BigDecimal("1.20");
    byte[] c = new byte[70_000];
    String d = "é数👩".repeat(30_000);
  }

  enum Colour {
    RED,
    BLUE
  }

  private static Map<String, Object> attachments() {
    Map<String, Object> map = new HashMap<>();
    map.put("path", "c.D");
    map.put("interface", "c.D");
    map.put("group", "g");
    map.put("version", "1.0");
    map.put("timeout", "3000");
    return map;
  }

  private static ByteBuf body(String descriptor, Object attachments, Object... arguments) {
    List<Object> items = new ArrayList<>(Arrays.asList("2.0.2", "a.B", "1.0", "m", descriptor));
    items.addAll(Arrays.asList(arguments));
    items.add(attachments);
    return Hessian.buffer(items.toArray());
  }

  private RequestHead read(ByteBuf body) {
    return reader.read(HESSIAN2, body);
  }

  static List<Object> arguments() {
    Node node = new Node();
    node.next = new Node();
    node.all.add(node);
    node.all.add(new Wide());
    node.all.add(new Wide());
    node.map.put(Colour.RED, node);
    node.map.put(node.next, new TreeMap<>(Map.of("x", 1)));
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.addAll(List.of("", "text", "é数👩‍🚀", "a".repeat(31), "a".repeat(32), "a".repeat(1024)));
    values.addAll(List.of("a".repeat(100_000), "数".repeat(100_000), "👩".repeat(70_000)));
    values.addAll(List.of(true, false, 1.0, 0.0, 2.0, -300.0, 0.001, Math.PI, 1.5f));
    for (int shift = 0; shift < 64; shift++) {
      values.addAll(
          List.of(1L << shift, -(1L << shift), (int) (1L << shift), -(int) (1L << shift)));
    }
    values.addAll(List.of(new byte[0], new byte[15], new byte[16], new byte[1023], new byte[1024]));
    values.addAll(List.of(new byte[200_000], new Date(0), new Date(60_000), new Date(60_001)));
    values.addAll(List.of(new int[0], new int[7], new int[8], new long[300], new double[2]));
    values.addAll(List.of(new String[] {"a", null}, new Object[] {1, new Object[] {"x"}}));
    values.addAll(List.of(new boolean[3], new char[] {'a', '数'}, new short[2], new float[2]));
    values.addAll(
        List.of(List.of(), List.of(1), new LinkedList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8))));
    values.addAll(List.of(new ArrayList<>(List.of(List.of(Map.of())))));
    values.addAll(List.of(Map.of("a", Map.of("b", List.of())), new TreeMap<>(Map.of(1, 2))));
    values.addAll(
        List.of(new LinkedHashMap<>(Map.of("k", "v")), Colour.RED, new BigDecimal("1.20")));
    values.addAll(List.of(new UUID(1, 2), java.time.LocalDate.of(2020, 1, 2), node, new Wide()));
    values.addAll(
        List.of(new Node[] {node, node}, new IllegalStateException("x", new Exception("y"))));
    values.addAll(List.of(java.util.Locale.ROOT, List.class, new java.util.BitSet(5)));
    values.addAll(List.of(new java.sql.Timestamp(5), java.util.Optional.of(1).get()));
    return values;
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void anyArgumentIsSteppedOver(Object argument) {
    ByteBuf body = body(ANY, attachments(), argument);
    assertThat(read(body)).isEqualTo(new RequestHead("c.D", "g", "1.0", "m", ANY, 3000, null));
    assertThat(body.readerIndex()).isZero();
  }

  @Test
  void allOfThemInOneBodyAreSteppedOver() {
    Object[] all = arguments().subList(0, 200).toArray();
    Object[] rest = arguments().subList(200, arguments().size()).toArray();
    assertThat(read(body(ANY.repeat(200), attachments(), all)).timeoutMillis()).isEqualTo(3000);
    assertThat(read(body(ANY.repeat(rest.length), attachments(), rest)).group()).isEqualTo("g");
  }

  @Test
  void aChainOfObjectsIsNoDepth() {
    StringBuilder body = new StringBuilder("05322e302e3203612e42 4e 016d 12" + hexOf(ANY));
    body.append("4303612e4e91046e657874"); // class a.N has one field, next
    body.append("60".repeat(100_000)).append("4e");
    body.append("48 0567726f7570 0167 5a");
    assertThat(read(unhex(body.toString())).group()).isEqualTo("g");
  }

  private static String hexOf(String text) {
    return java.util.HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void mapsInMapsHaveALimit() {
    String head = "05322e302e3203612e42 4e 016d 12" + hexOf(ANY);
    assertThat(read(unhex(head + "4891".repeat(512) + "4e" + "5a".repeat(512))).group()).isEmpty();
    assertThatThrownBy(() -> read(unhex(head + "4891".repeat(513))))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("lists and maps are nested more than 512 deep");
  }

  @Test
  void theNumberOfArgumentsIsTheDescriptors() {
    String types = "Ljava/lang/String;I[J[[Ljava/lang/String;Z";
    ByteBuf body = body(types, attachments(), "a", 1, new long[9], new String[0][0], true);
    assertThat(read(body).descriptor()).isEqualTo(types);
    assertThat(read(body("", attachments())).timeoutMillis()).isEqualTo(3000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"L", "La/b", "Q", "[", "I[", "V", "L;X"})
  void aMalformedDescriptorIsRefused(String descriptor) {
    assertThatThrownBy(() -> read(body(descriptor, attachments(), 1, 2, 3)))
        .isInstanceOf(DubboCodecException.class)
        .hasMessage("malformed descriptor '" + descriptor + "'");
  }

  @Test
  void attachmentsThatAreObjectsAreSteppedOver() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", arguments());
    map.put("timeout", 70_000L);
    map.put("b", new Wide());
    map.put("path", "c.D");
    assertThat(read(body("I", map, 1)))
        .isEqualTo(new RequestHead("c.D", "", "1.0", "m", "I", 70_000, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"group", "version", "path", "generic"})
  void whatSaysWhereItGoesIsAString(String name) {
    for (Object value : List.of(7, new Node(), List.of(), true)) {
      assertThatThrownBy(() -> read(body("I", Map.of(name, value), 1)))
          .hasMessage("attachment " + name + ": expected a string");
    }
  }

  /** A provider looks for the service by the path alone, whose name may be another. */
  @Test
  void whatTheInterfaceSaysDoesNotCount() {
    Map<String, String> two = Map.of("interface", "a.B", "path", "c.D");
    assertThat(read(body("I", two, 1)).interfaceName()).isEqualTo("c.D");
    assertThat(read(body("I", Map.of("interface", "c.D"), 1)).interfaceName()).isEqualTo("a.B");
  }

  /** {@code putAll} of a provider's Dubbo does the same. */
  @Test
  void aNullTakesThePlaceOfWhatTheHeadSays() {
    Map<String, Object> map = new HashMap<>();
    map.put("version", null);
    assertThat(read(body("I", map, 1)).version()).isEmpty();
    map.put("path", null);
    assertThatThrownBy(() -> read(body("I", map, 1))).hasMessage("the service has no name");
  }

  @Test
  void aMapOfAnotherClassIsReadToo() {
    assertThat(read(body("", new TreeMap<>(attachments()))).group()).isEqualTo("g");
  }

  @Test
  void withoutAttachmentsTheBodysOwnNamesCount() {
    RequestHead bare = new RequestHead("a.B", "", "1.0", "m", "", 0, null);
    assertThat(read(body("", null))).isEqualTo(bare);
    assertThat(read(body("", Map.of()))).isEqualTo(bare);
    assertThat(read(Hessian.buffer("2.0.2", "a.B", "1.0", "m", ""))).isEqualTo(bare);
    assertThat(read(Hessian.buffer("2.0.2", "a.B", null, "m", "")).version()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-5, 0", "0, 0", "x, 0", "'', 0", "1.5, 1", "' 20 ', 20", "9999999999, 9999999999"})
  void aTimeoutIsAPositiveNumberOrNone(String text, long millis) {
    assertThat(read(body("", Map.of("timeout", text))).timeoutMillis()).isEqualTo(millis);
  }

  @Test
  void whatBreaksOffIsMalformed() {
    Object[] some = arguments().subList(0, 40).toArray();
    byte[] whole = ByteBufUtil.getBytes(body(ANY.repeat(40), attachments(), some));
    int length = whole.length;
    for (int end = 0; end < length; end += end < 2_000 || end > length - 200 ? 1 : 997) {
      ByteBuf cut = Unpooled.wrappedBuffer(whole, 0, end);
      try {
        assertThat(read(cut).interfaceName()).isEqualTo("a.B"); // all but the attachments is there
      } catch (DubboCodecException e) {
        assertThat(e.getMessage()).isNotEmpty();
      }
    }
  }

  @Test
  void noiseIsMalformedOrSteppedOverButNeverAnotherError() {
    Random random = new Random(7);
    byte[] whole = Hessian.bytes("2.0.2", "a.B", "1.0", "m", ANY, new Wide(), attachments());
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Arrays.copyOf(whole, 200 + random.nextInt(400));
      for (int j = 0; j < 1 + random.nextInt(8); j++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      for (int serialization : new int[] {HESSIAN2, FASTJSON, FASTJSON2}) {
        try {
          reader.read(serialization, Unpooled.wrappedBuffer(bytes));
        } catch (DubboCodecException e) {
          assertThat(e.getMessage()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void linesOfJsonAreRead() {
    String body =
        lines(
            "\"2.0.2\"",
            "\"a.B\"",
            "null",
            "\"m\"",
            "\"Ljava/lang/String;I\"",
            "\"x\\n\\\"}\"",
            "5",
            "{\"@type\":\"java.util.HashMap\",\"x\":{\"group\":[\"}\",1L]},\"group\" : \"\\u0067\\n"
                + "\",\"timeout\":250,\"n\":null,\"path\":\"c.D\"}");
    assertThat(reader.read(FASTJSON, utf8(body)))
        .isEqualTo(new RequestHead("c.D", "g\n", "", "m", "Ljava/lang/String;I", 250, null));
    assertThat(reader.read(FASTJSON, utf8(body.replace("\n", "\r\n"))).timeoutMillis())
        .isEqualTo(250);
  }

  private static String lines(String... items) {
    return Arrays.stream(items).map(item -> item + "\n").collect(Collectors.joining());
  }

  private static ByteBuf utf8(String text) {
    return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
  }

  @Test
  void countedJsonIsRead() {
    ByteBuf body = Unpooled.buffer();
    List.of("\"2.0.2\"", "\"数\"", "\"1.0\"", "\"m\"", "\"I\"", "[\n\n]", "{\"timeout\":\"7\"}")
        .forEach(
            item ->
                body.writeInt(item.getBytes(StandardCharsets.UTF_8).length).writeBytes(utf8(item)));
    assertThat(reader.read(FASTJSON, body))
        .isEqualTo(new RequestHead("数", "", "1.0", "m", "I", 7, null));
  }

  private static ByteBuf jsonb(String service, String attachments) {
    ByteBuf body = Unpooled.buffer();
    for (String item :
        List.of("4e322e302e32", service, "af", "4a6d", "4a49", "9301", attachments)) {
      ByteBuf bytes = unhex(item);
      body.writeInt(bytes.readableBytes()).writeBytes(bytes);
    }
    return body;
  }

  /**
   * As fastjson2 2.0.56 writes them: latin1 short and long, UTF-8, and UTF-16 in its three forms.
   */
  @ParameterizedTest
  @CsvSource({
    "4c616263, abc",
    "4ae9, é",
    "790261e9, aé",
    "793803616263, abc",
    "794800000003616263, abc",
    "7c047065665b, 数学",
    "7d0465705b66, 数学",
    "7b06feff65705b66, 数学",
    "7a0461e695b0, a数"
  })
  void jsonbsStringsAreRead(String hex, String expected) {
    assertThat(reader.read(FASTJSON2, jsonb(hex, "a6a5")))
        .isEqualTo(new RequestHead(expected, "", "", "m", "I", 0, null));
  }

  @ParameterizedTest
  @CsvSource({
    "2f, 47",
    "382f, 47",
    "3830, 48",
    "3fff, 2047",
    "440bb8, 3000",
    "47ffff, 262143",
    "4800040000, 262144",
    "ef, 15",
    "d02f, 47",
    "d7ff, 2047",
    "c7ffff, 262143",
    "bf00040000, 262144",
    "be0000000200000000, 8589934592",
    "bc0bb8, 3000",
    "bd05, 5",
    "4d33303030, 3000",
    "f0, 0",
    "af, 0",
    "b1, 0"
  })
  void jsonbsTimeoutIsANumberOrAString(String hex, long millis) {
    String map = "a6 4e67726f7570 4a67 5074696d656f7574" + hex + "4e67726f7570 4a68 a5";
    assertThat(reader.read(FASTJSON2, jsonb("4a73", map)))
        .isEqualTo(new RequestHead("s", "h", "", "m", "I", millis, null));
  }

  /** A map whose values are a bean with every kind of field, itself among them, and a list. */
  @Test
  void jsonbsOtherValuesAreSteppedOver() {
    String map =
        "a64c6e756caf4e6265616e32924c47245000a67f4a61019601027f4a6202bb0d018ee90ff6c373e0"
            + "ee4e3f0ad27f4b62730391030102037f4b627904bd047f4a630590387a7f4a6406b902387d7f4a65"
            + "07b901bb0c27e41b3246bec9b16e3981117f4a6608b7402000007f4b696e09aee5067f4a6c0abe00"
            + "000100000000007f4b6c640ba907e401027f4c6c64740ca807e40102030405067f4b6c740da70102"
            + "03047f4d6e616d650e4a787f4d6e6578740faf7f4b707310947f4a7111b53ff80000000000007f4a"
            + "7312bc00037f4a7413ac000000007f4a75149110000000000000000100000000000000027f4a7915"
            + "b17f4a7a16aa07e401020304050653417369612f546f6b796fa54d6c69737497014a78926d6a6176"
            + "612e7574696c2e496d6d757461626c65436f6c6c656374696f6e73244c6973744e17944d7061"
            + "74684c632e444d6265616e9200a67f019601027f02bb0d018ee90ff6c373e0ee4e3f0ad27f"
            + "0391030102037f04bd047f0590387a7f06b902387d7f07b901bb0c27e41b3246bec9b16e3981117f"
            + "08b7402000007f09aee5067f0abe00000100000000007f0ba907e401027f0ca807e4010203040506"
            + "7f0da7010203047f0e4a787f0f934b2e2e7f1096a67f019601027f02bb0d018ee90ff6c373e0ee4e"
            + "3f0ad27f0391030102037f04bd047f0590387a7f06b902387d7f07b901bb0c27e41b3246bec9b16e"
            + "3981117f08b7402000007f09aee5067f0abe00000100000000007f0ba907e401027f0ca807e40102"
            + "030405067f0da7010203047f0e4a787f0faf7f10947f11b53ff80000000000007f12bc00037f13ac"
            + "000000007f149110000000000000000100000000000000027f15b17f16aa07e40102030405065341"
            + "7369612f546f6b796fa5934f242e6265616e7f11b53ff80000000000007f12bc00037f13ac000000"
            + "007f149110000000000000000100000000000000027f15b17f16aa07e40102030405065341736961"
            + "2f546f6b796fa55074696d656f7574c51170a5";
    assertThat(reader.read(FASTJSON2, jsonb("4a73", map)))
        .isEqualTo(new RequestHead("c.D", "", "", "m", "I", 70_000, null));
    assertThat(reader.read(FASTJSON2, jsonb("4a73", "924b4c4d00" + map))) // with its own type
        .isEqualTo(new RequestHead("c.D", "", "", "m", "I", 70_000, null));
  }

  @Test
  void anUnknownSerializationIsNamed() {
    assertThatThrownBy(() -> reader.read(3, unhex("00")))
        .hasMessage(
            "the body is in serialization 3; 2 (hessian2), 6 (fastjson) and 23 (fastjson2) are"
                + " spoken");
  }
}
