package dev.vertxmesh.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The frames of docs/protocol.md: as the code writes them, and as the page shows them. */
final class Golden {

  private static final Pattern BLOCK =
      Pattern.compile("```golden ([a-z-]+)\\n([0-9a-f\\s]*)```", Pattern.MULTILINE);

  static final Hello HELLO =
      new Hello(
          1, 1, 131_071, 8 << 20, 190, 4_096, 3, 5_000, "mesh-provider 0.1.0", 65_536, 1 << 20);
  static final Hello HELLO_WITHOUT_STREAMS =
      new Hello(1, 1, 131_071, 8 << 20, 190, 4_096, 0, 5_000, "mesh-provider 0.1.0", 0, 0);
  static final Define DEFINE =
      new Define(0, "com.x.Hello", "", "1.0", "hash", "Ljava/lang/String;");
  static final Response RESPONSE = new Response(0, 2, 8, 3, 190, 1_500, Map.of());
  static final Response RESPONSE_WHOLE =
      new Response(0, 3, 16, 3, 190, 1_500, Map.of("grpc-status", "0"));
  static final GoAway GO_AWAY = new GoAway(7, LinkError.NONE, "the agent is draining");
  static final ErrorFrame ERROR = new ErrorFrame(LinkError.PROTOCOL, "a second HELLO");

  static final Map<String, Consumer<ByteBuf>> WRITERS = new LinkedHashMap<>();

  static {
    WRITERS.put("hello", out -> HELLO.encode(out));
    WRITERS.put("hello-without-streams", out -> HELLO_WITHOUT_STREAMS.encode(out));
    WRITERS.put("define", out -> DEFINE.encode(out));
    WRITERS.put(
        "request",
        out -> {
          Request.encodeHead(out, 7, 0, 5_000, 5, 2, 0, Map.of("k", "v"), 5);
          out.writeCharSequence("hello", StandardCharsets.UTF_8);
        });
    WRITERS.put(
        "response",
        out -> {
          RESPONSE.encodeHead(out, 7, 8);
          out.writeCharSequence("99162322", StandardCharsets.UTF_8);
        });
    WRITERS.put(
        "chunk",
        out -> {
          Chunk.encodeHead(out, 7, true, 3);
          out.writeCharSequence("abc", StandardCharsets.UTF_8);
        });
    WRITERS.put("cancel", out -> Cancel.encode(out, 7));
    WRITERS.put("answer", out -> Answer.encode(out, 7, Map.of("k", "v")));
    WRITERS.put(
        "data",
        out -> {
          Data.encodeHead(out, 7, false, 8);
          out.writeBytes(ByteBufUtil.decodeHexDump("0000000003616263"));
        });
    WRITERS.put("data-end", out -> Data.encodeHead(out, 7, true, 0));
    WRITERS.put(
        "request-whole",
        out -> {
          Request.encodeHead(out, 7, 0, 5_000, 8, 3, 0, Map.of("k", "v"), 8);
          out.writeBytes(ByteBufUtil.decodeHexDump("0000000003616263"));
        });
    WRITERS.put(
        "response-whole",
        out -> {
          RESPONSE_WHOLE.encodeHead(out, 7, 16);
          Answer.encodeInPayload(out, Map.of("k", "v"));
          out.writeBytes(ByteBufUtil.decodeHexDump("0000000003616263"));
        });
    WRITERS.put("window", out -> Window.encode(out, 7, 32_768));
    WRITERS.put("window-connection", out -> Window.encode(out, 0, 65_536));
    WRITERS.put("window-all", out -> Window.encodeForAll(out, 131_072));
    WRITERS.put("credit", out -> new Credit(64, 130).encode(out));
    WRITERS.put("ping", out -> Ping.encode(out, 0x0102030405060708L));
    WRITERS.put("pong", out -> Ping.encodePong(out, 0x0102030405060708L));
    WRITERS.put("go-away", out -> GO_AWAY.encode(out));
    WRITERS.put("error", out -> ERROR.encode(out));
  }

  private Golden() {}

  /** What the page shows under a name. */
  static String shown(String name) {
    return blocks().get(name);
  }

  static Map<String, String> blocks() {
    Map<String, String> blocks = new LinkedHashMap<>();
    Matcher matcher = BLOCK.matcher(page());
    while (matcher.find()) {
      blocks.put(matcher.group(1), matcher.group(2).replaceAll("\\s", ""));
    }
    return blocks;
  }

  private static String page() {
    try {
      return Files.readString(Path.of("../docs/protocol.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the code writes under a name. */
  static String written(String name) {
    ByteBuf out = ByteBufAllocator.DEFAULT.directBuffer();
    try {
      WRITERS.get(name).accept(out);
      return ByteBufUtil.hexDump(out);
    } finally {
      out.release();
    }
  }

  /** All frames of the page as one stream, in its order. */
  static ByteBuf stream() {
    ByteBuf out = ByteBufAllocator.DEFAULT.directBuffer();
    WRITERS.keySet().forEach(name -> out.writeBytes(ByteBufUtil.decodeHexDump(shown(name))));
    return out;
  }
}
