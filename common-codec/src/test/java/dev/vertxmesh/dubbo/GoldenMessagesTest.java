package dev.vertxmesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.ValueReader;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of message in every serialization, as Dubbo itself writes it. */
class GoldenMessagesTest {

  private static final Class<?>[] TYPES = {String.class, int.class};
  private static final Object[] ARGUMENTS = {"hi", 5};
  private static final String DESCRIPTOR = "Ljava/lang/String;I";
  private static final int[] FAILURES = {25, 30, 31, 35, 40, 50, 60, 70, 80, 90, 100};

  private static Map<String, Object> attached() {
    return new HashMap<>(Map.of("path", "a.B", "interface", "a.B"));
  }

  private static Map<String, Object> value() {
    Map<String, Object> value = new HashMap<>();
    value.put("text", "漢");
    value.put("list", new ArrayList<>(List.of(1, 2L << 40, 1.25, true)));
    return value;
  }

  static Stream<Arguments> messages() {
    return Stream.of(Serialization.values()).flatMap(GoldenMessagesTest::messages);
  }

  private static Stream<Arguments> messages(Serialization in) {
    Map<String, ByteBuf> messages = new LinkedHashMap<>();
    messages.put("request", DubboPeer.request(in, true, TYPES, ARGUMENTS, attached()));
    messages.put("one-way request", DubboPeer.request(in, false, TYPES, ARGUMENTS, attached()));
    for (String version : List.of(DubboPeer.ATTACHING, DubboPeer.NOT_ATTACHING)) {
      String with = version.equals(DubboPeer.ATTACHING) ? " with attachments" : "";
      messages.put("value" + with, DubboPeer.value(in, value(), version));
      messages.put("null" + with, DubboPeer.value(in, null, version));
      messages.put("exception" + with, DubboPeer.thrown(in, thrown(), version));
    }
    for (int status : FAILURES) {
      messages.put("status " + status, DubboPeer.failure(in, status, "because 漢 \"\n"));
    }
    messages.put("heartbeat", DubboPeer.heartbeat(in));
    messages.put("heartbeat's answer", DubboPeer.heartbeatAnswer(in));
    messages.put("read-only", DubboPeer.readOnly(in));
    return messages.entrySet().stream().map(e -> Arguments.of(in, e.getKey(), e.getValue()));
  }

  private static IllegalStateException thrown() {
    IllegalStateException thrown = new IllegalStateException("no", new RuntimeException("why"));
    thrown.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "m", "B.java", 7)});
    thrown.getCause().setStackTrace(new StackTraceElement[0]);
    return thrown;
  }

  /** What is in a message, as far as it goes. */
  private static String read(int flags, int status, ByteBuf body) {
    int serialization = DubboHeader.serialization(flags);
    if (DubboHeader.isEvent(flags)) {
      return DubboEvent.read(body).name();
    } else if (DubboHeader.isRequest(flags)) {
      ValueReader values = Serialization.of(serialization, body).reader(body);
      return Stream.generate(values::read).limit(8).map(String::valueOf).toList().toString();
    } else if (status != 20) {
      return ResultReader.readReason(serialization, body);
    }
    return shown(ResultReader.read(serialization, body));
  }

  private static String shown(Result result) {
    if (result.thrown()) {
      WireObject thrown = (WireObject) result.value();
      Object message = thrown.get("detailMessage");
      message = message == null ? thrown.get("message") : message;
      WireObject cause = (WireObject) thrown.get("cause");
      return thrown.type() + " " + message + ", " + cause.type() + shown(result.attachments());
    }
    return (result.value() == null ? "null" : shown((Map<?, ?>) result.value()))
        + shown(result.attachments());
  }

  /** In the order of the names: a serialization may have its own. */
  private static String shown(Map<?, ?> map) {
    return " " + new TreeMap<Object, Object>(map);
  }

  private static String expected(String kind) {
    if (kind.endsWith("request")) {
      return "[2.0.2, a.B, null, m, Ljava/lang/String;I, hi, 5, {path=a.B, interface=a.B}]";
    } else if (kind.startsWith("status")) {
      return "because 漢 \"\n";
    } else if (kind.startsWith("heartbeat")) {
      return "HEARTBEAT";
    } else if (kind.equals("read-only")) {
      return "READ_ONLY";
    }
    String attachments =
        kind.endsWith("attachments") ? " {attempt=2, dubbo=2.0.2, trace=t1}" : " {}";
    return switch (kind.split(" ")[0]) {
      case "value" -> " {list=[1, 2199023255552, 1.25, true], text=漢}" + attachments;
      case "null" -> "null" + attachments;
      default -> "java.lang.IllegalStateException no, java.lang.RuntimeException" + attachments;
    };
  }

  private static ByteBuf pooled(ByteBuf bytes) {
    return PooledByteBufAllocator.DEFAULT.buffer(bytes.readableBytes()).writeBytes(bytes);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("messages")
  void areUnderstoodWhereverTheyAreCut(Serialization in, String kind, ByteBuf message) {
    List<String> read = new ArrayList<>();
    feed(message, 0, (flags, status, id, body) -> read.add(id + " " + read(flags, status, body)));
    assertThat(read).containsExactly("7 " + expected(kind));
    List<String> uncut = split(message, 0);
    for (int cut = 1; cut <= message.readableBytes(); cut++) {
      assertThat(split(message, cut)).isEqualTo(uncut); // and so is understood as well
    }
  }

  /** What is handed on of a message that comes in two parts. */
  private static List<String> split(ByteBuf message, int cut) {
    List<String> seen = new ArrayList<>();
    feed(
        message,
        cut,
        (flags, status, id, body) ->
            seen.add(
                flags
                    + " "
                    + status
                    + " "
                    + id
                    + " "
                    + ByteBufUtil.hexDump(ByteBufUtil.getBytes(body))));
    return seen;
  }

  private static void feed(ByteBuf message, int cut, DubboDecoder.Recipient recipient) {
    DubboDecoder decoder = new DubboDecoder(PooledByteBufAllocator.DEFAULT, 10_000, recipient);
    ByteBuf rest = message.duplicate();
    decoder.feed(pooled(rest.readSlice(cut)));
    decoder.feed(pooled(rest));
    decoder.close();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("messages")
  void sayWhatTheyAreInTheirHeaders(Serialization in, String kind, ByteBuf message) {
    int flags = message.getUnsignedByte(DubboHeader.FLAGS);
    assertThat(DubboHeader.serialization(flags)).isEqualTo(in.id());
    assertThat(DubboHeader.isTwoWay(flags))
        .isEqualTo(List.of("request", "heartbeat").contains(kind));
    ByteBuf body = message.slice(DubboHeader.SIZE, message.readableBytes() - DubboHeader.SIZE);
    assertThat(Serialization.of(in.id(), body)).isEqualTo(in);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("messages")
  void areRefusedWhenTruncated(Serialization in, String kind, ByteBuf message) {
    int flags = message.getUnsignedByte(DubboHeader.FLAGS);
    int status = message.getUnsignedByte(DubboHeader.STATUS);
    int whole = message.readableBytes() - DubboHeader.SIZE;
    int first = kind.startsWith("status") ? 1 : 0; // no reason at all is one too
    for (int length = first; length < whole && !DubboHeader.isEvent(flags); length++) {
      ByteBuf body = message.slice(DubboHeader.SIZE, length);
      assertThatThrownBy(() -> read(flags, status, body)).isInstanceOf(DubboCodecException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRequestOfOursIsTheSame(Serialization in) throws Exception {
    for (boolean twoWay : new boolean[] {true, false}) {
      ByteBuf ours = request(in, twoWay, Map.of());
      ByteBuf theirs = DubboPeer.request(in, twoWay, TYPES, ARGUMENTS, attached());
      if (in == Serialization.FASTJSON_COUNTED) {
        // theirs names the map's class, which changes its length too
        assertThat(ByteBufUtil.hexDump(ours, 0, 12)).isEqualTo(ByteBufUtil.hexDump(theirs, 0, 12));
      } else {
        assertThat(ByteBufUtil.hexDump(ours)).isEqualTo(ByteBufUtil.hexDump(theirs));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRequestsOwnAttachmentsMayBeMoreThanStrings(Serialization in) throws Exception {
    Map<String, Object> own = new LinkedHashMap<>();
    own.put("path", "c.D");
    own.put("number", 5);
    own.put("list", List.of("x", Map.of("k", true)));
    ByteBuf request = request(in, true, own);
    assertThat(request.getInt(DubboHeader.LENGTH)).isEqualTo(request.readableBytes() - 16);
    var input = DubboPeer.input(in, request.skipBytes(DubboHeader.SIZE));
    for (String head : new String[] {"2.0.2", "a.B", null, "m", DESCRIPTOR, "hi"}) {
      assertThat(input.readUTF()).isEqualTo(head);
    }
    assertThat(input.readObject(Integer.class)).isEqualTo(5);
    Map<String, Object> all = new HashMap<>(own);
    all.put("interface", "a.B");
    assertThat((Object) input.readObject(Map.class)).isEqualTo(all);
  }

  private static ByteBuf request(Serialization in, boolean twoWay, Map<String, Object> own) {
    RequestTemplate template =
        new RequestTemplate(
            in,
            RequestTemplate.PROTOCOL_VERSION,
            "a.B",
            "",
            "m",
            DESCRIPTOR,
            RequestTemplate.attachments("a.B", "a.B", "", ""));
    ByteBuf out = Unpooled.buffer();
    int at = twoWay ? template.begin(out, 7) : template.beginOneWay(out, 7);
    ValueWriter arguments = template.serialization().writer(out);
    arguments.write("hi");
    arguments.write(5);
    template.end(out, at, own, arguments);
    return out;
  }

  @ParameterizedTest
  @EnumSource
  void aHeartbeatOfOursIsTheSame(Serialization in) {
    ByteBuf ours = Unpooled.buffer();
    DubboEvent.writeHeartbeat(ours, 7, in);
    ByteBuf theirs = DubboPeer.heartbeat(in);
    assertThat(ByteBufUtil.hexDump(ours)).isEqualTo(ByteBufUtil.hexDump(theirs));
    ByteBuf answer = Unpooled.buffer();
    int flags = theirs.getUnsignedByte(DubboHeader.FLAGS);
    DubboEvent.writeAnswer(answer, flags, 7, theirs.skipBytes(DubboHeader.SIZE));
    assertThat(ByteBufUtil.hexDump(answer))
        .isEqualTo(ByteBufUtil.hexDump(DubboPeer.heartbeatAnswer(in)));
  }
}
