package dev.vertxmesh.grpchttp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.fuzz.Pieces;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.fuzz.Script;
import dev.vertxmesh.grpc.GrpcStatus;
import dev.vertxmesh.grpc.MessageBounds;
import dev.vertxmesh.grpc.MessageReader;
import dev.vertxmesh.grpc.StatusMessage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * gRPC's messages as they follow one another, cut anywhere: the three that walk them agree; and its
 * headers, which are read or refused with the documented exceptions.
 */
class GrpcFuzz {

  /** The reader takes room for a message that is announced, of at most 64 KiB. */
  private static final Price PRICE = new Price(128);

  private static final int LIMIT = 1000;

  @FuzzTest
  void streams(byte[] input) {
    if (input.length < 9) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] cuts = script.take(8);
    byte[] stream = script.rest();
    PRICE.hold(stream.length, () -> read(stream, cuts));
    text(new String(stream, StandardCharsets.UTF_8));
  }

  private static void read(byte[] stream, byte[] cuts) {
    List<ByteBuf> whole = List.of(Unpooled.copiedBuffer(stream));
    String expected = framing(whole);
    List<ByteBuf> pieces = Pieces.of(stream, new Script(cuts));
    Same.expect(expected, framing(pieces));
    MessageBounds bounds = new MessageBounds();
    pieces.forEach(bounds::pass);
    List<String> messages = new ArrayList<>();
    String read = reading(pieces, messages);
    if (expected.startsWith("whole ")) {
      Same.expect(true, bounds.isBetween());
      Same.expect(expected, "whole " + messages.size());
      Same.expect("", read);
    }
    whole.forEach(ByteBuf::release);
    pieces.forEach(ByteBuf::release);
  }

  private static String framing(List<ByteBuf> pieces) {
    GrpcFraming framing = new GrpcFraming("request", null, LIMIT, "here");
    try {
      pieces.forEach(piece -> framing.feed(Buffer.buffer(ByteBufUtil.getBytes(piece))));
      framing.end();
      return "whole " + framing.messages();
    } catch (CallFailure e) {
      return e.getMessage();
    }
  }

  private static String reading(List<ByteBuf> pieces, List<String> messages) {
    MessageReader reader =
        new MessageReader(LIMIT, message -> messages.add(ByteBufUtil.hexDump(message)));
    try {
      pieces.forEach(piece -> reader.read(piece.slice()));
      return reader.isBetween() ? "" : "unfinished";
    } catch (MessageReader.OverLimit | IllegalArgumentException e) {
      return e.getMessage();
    }
  }

  private static void text(String text) {
    GrpcStatus.of(text);
    StatusMessage.decode(text);
    Same.expect(text, StatusMessage.decode(StatusMessage.encode(text)));
    try {
      long nanos = GrpcTimeout.parse(text);
      long again = GrpcTimeout.parse(GrpcTimeout.format(nanos));
      if (nanos < 0 || again > nanos || GrpcTimeout.format(again).length() > 9) {
        throw new AssertionError("%s is %d, then %d ns".formatted(text, nanos, again));
      }
    } catch (IllegalArgumentException e) {
      // no timeout
    }
    Metadata.isGrpc(text);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    for (String pair : text.split("\n")) {
      int colon = pair.indexOf(':');
      if (colon > 0) {
        headers.add(pair.substring(0, colon), pair.substring(colon + 1));
      }
    }
    Map<String, String> metadata = Metadata.of(headers);
    MultiMap put = MultiMap.caseInsensitiveMultiMap();
    try {
      Metadata.put(put, metadata);
    } catch (IllegalArgumentException e) {
      return; // what HTTP can't say
    }
    if (metadata.values().stream().noneMatch(value -> value.indexOf(',') >= 0)) {
      Same.expect(metadata, Metadata.of(put));
    }
  }
}
