package dev.vertxmesh.dubbo;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.fuzz.Pieces;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/**
 * Dubbo messages in all serializations, whole and in pieces: both ways the same messages, each body
 * is read or refused with a {@link DubboCodecException}, and no buffer is kept.
 */
class DubboStreamFuzz {

  /** Of JSON a byte can be a value, an entry of a map and a few strings on the way. */
  private static final Price PRICE = new Price(512);

  /** To follow a buffer's life costs more memory than it has. */
  private static final UnpooledByteBufAllocator UNWATCHED =
      new UnpooledByteBufAllocator(false, true);

  private static final int MAX_BODY = 1 << 16;
  private static final int[] SERIALIZATIONS = {2, 6, 23, 31};

  private final RequestHeadReader heads = new RequestHeadReader();
  private final ResultChecker checker = new ResultChecker();

  @FuzzTest
  void messages(byte[] input) {
    if (input.length < 9) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] cuts = script.take(8);
    byte[] stream = input[0] < 0 ? headed(script) : script.rest();
    PRICE.hold(stream.length, () -> compare(stream, cuts));
  }

  /** Bodies with the heads that they need. */
  private static byte[] headed(Script script) {
    ByteBuf out = Unpooled.buffer();
    while (script.goesOn()) {
      int kind = script.next();
      byte[] body = (kind & 1) == 0 ? script.rest() : script.take(script.next());
      int flags = (kind & 0xe0) | SERIALIZATIONS[kind >> 3 & 3];
      int status = (kind & 4) == 0 ? 20 : 70;
      DubboHeader.write(out, flags, (kind & 0x80) == 0 ? status : 0, kind);
      out.setInt(out.writerIndex() - 4, body.length);
      out.writeBytes(body);
    }
    byte[] stream = ByteBufUtil.getBytes(out);
    out.release();
    return stream;
  }

  private void compare(byte[] stream, byte[] cuts) {
    List<String> whole = read(List.of(Unpooled.copiedBuffer(stream)));
    List<String> inPieces = read(Pieces.of(stream, new Script(cuts)));
    if (!whole.equals(inPieces)) {
      throw new AssertionError("whole it's %s, in pieces %s".formatted(whole, inPieces));
    }
    closeAtFirst(Pieces.of(stream, new Script(cuts)));
  }

  /** As a connection does that is ended because of a message, with others behind it. */
  private static void closeAtFirst(List<ByteBuf> pieces) {
    DubboDecoder[] decoder = new DubboDecoder[1];
    List<Long> messages = new ArrayList<>();
    decoder[0] =
        new DubboDecoder(
            UNWATCHED,
            MAX_BODY,
            (flags, status, id, body) -> {
              messages.add(id);
              decoder[0].close();
            });
    for (ByteBuf piece : pieces) {
      try {
        decoder[0].feed(piece);
      } catch (DubboCodecException e) {
        expectNothingKept(decoder[0]);
      }
    }
    if (messages.isEmpty()) {
      decoder[0].close();
    }
    Pieces.expectReleased(pieces);
  }

  private static void expectNothingKept(DubboDecoder decoder) {
    if (decoder.pendingBytes() > 0) {
      throw new AssertionError(
          "%d bytes are kept of what is refused".formatted(decoder.pendingBytes()));
    }
  }

  private List<String> read(List<ByteBuf> pieces) {
    List<String> read = new ArrayList<>();
    DubboDecoder decoder =
        new DubboDecoder(
            UNWATCHED,
            MAX_BODY,
            (flags, status, id, body) ->
                read.add(flags + " " + id + " " + read(flags, status, body)));
    for (ByteBuf piece : pieces) {
      try {
        decoder.feed(piece);
      } catch (DubboCodecException e) {
        expectNothingKept(decoder);
        read.add(e.getMessage().replaceAll(", here is.*", ""));
      }
    }
    decoder.close();
    Pieces.expectReleased(pieces);
    return read;
  }

  private String read(int flags, int status, ByteBuf body) {
    int serialization = DubboHeader.serialization(flags);
    try {
      if (DubboHeader.isEvent(flags)) {
        return DubboEvent.read(body).toString();
      } else if (DubboHeader.isRequest(flags)) {
        return heads.read(serialization, body).toString();
      } else if (status != DubboStatus.OK.code()) {
        return ResultReader.readReason(serialization, body);
      }
      checker.check(serialization, body);
      return kind(ResultReader.read(serialization, body).value());
    } catch (DubboCodecException e) {
      return e.getMessage();
    }
  }

  private static String kind(Object value) {
    return value == null ? "null" : value.getClass().getSimpleName();
  }
}
