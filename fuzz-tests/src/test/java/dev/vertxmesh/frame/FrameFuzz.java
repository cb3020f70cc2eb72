package dev.vertxmesh.frame;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.fuzz.Pieces;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames of a link, whole and in pieces: both ways the same frames, each body is read or refused
 * with a {@link FrameException}, what was read and is written again reads the same, and no buffer
 * is kept.
 */
class FrameFuzz {

  /** An attachment of a letter each takes five bytes, and an entry of a map. */
  private static final Price PRICE = new Price(128);

  private static final int MAX_FRAME = 1 << 16;
  private static final int FEATURES = Hello.STREAMS | Hello.WHOLES;
  private static final Hello HELLO =
      new Hello(1, 1, MAX_FRAME, 1 << 20, 8, 16, FEATURES, 1000, "a", 1 << 16, 1 << 17);

  @FuzzTest
  void frames(byte[] input) {
    if (input.length < 9) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] cuts = script.take(8);
    byte[] stream = input[0] < 0 ? greeted(script.rest()) : script.rest();
    PRICE.hold(stream.length, () -> decodeAll(stream));
    compare(stream, cuts);
  }

  /** As a link does: what is compared below costs more than what is read. */
  private static void decodeAll(byte[] stream) {
    FrameDecoder decoder = new FrameDecoder(MAX_FRAME);
    ByteBuf in = Unpooled.wrappedBuffer(stream);
    try {
      for (Frame frame = decoder.next(in); frame != null; frame = decoder.next(in)) {
        try {
          decode(frame);
          if (frame.type() == FrameType.RESPONSE && frame.payloadLength() > 0) {
            decodeHead(frame.retainedPayload());
          }
        } finally {
          frame.release();
        }
      }
    } catch (FrameException e) {
      return; // the link ends there
    } finally {
      in.release();
    }
  }

  private static void decodeHead(ByteBuf payload) {
    try {
      Answer.decodeInPayload(payload);
    } finally {
      payload.release();
    }
  }

  private static byte[] greeted(byte[] rest) {
    ByteBuf out = Unpooled.buffer();
    HELLO.encode(out);
    byte[] bytes = ByteBufUtil.getBytes(out.writeBytes(rest));
    out.release();
    return bytes;
  }

  private static void compare(byte[] stream, byte[] cuts) {
    List<String> whole = read(List.of(Unpooled.copiedBuffer(stream)));
    List<String> inPieces = read(Pieces.of(stream, new Script(cuts)));
    if (!whole.equals(inPieces)) {
      throw new AssertionError("whole it's %s, in pieces %s".formatted(whole, inPieces));
    }
  }

  private static List<String> read(List<ByteBuf> pieces) {
    List<String> read = new ArrayList<>();
    FrameDecoder decoder = new FrameDecoder(MAX_FRAME);
    ByteBuf in = Unpooled.buffer();
    try {
      for (ByteBuf piece : pieces) {
        in.writeBytes(piece);
        piece.release();
        for (Frame frame = decoder.next(in); frame != null; frame = decoder.next(in)) {
          read.add(body(frame));
          frame.release();
        }
      }
    } catch (FrameException e) {
      read.add("refused"); // as what may depend on how much of it is there
    }
    pieces.stream().filter(piece -> piece.refCnt() > 0).forEach(ByteBuf::release);
    if (in.refCnt() != 1) {
      throw new AssertionError("a frame keeps its buffer");
    }
    in.release();
    return read;
  }

  private static String body(Frame frame) {
    try {
      Object read = decode(frame);
      if (read != null) {
        readAgain(frame.id(), read);
      }
      return "%d %d %d %d %s %s"
          .formatted(
              frame.type(),
              frame.flags(),
              frame.id(),
              frame.payloadLength(),
              read,
              inPayload(frame));
    } catch (FrameException e) {
      return e.getMessage();
    }
  }

  private static Object decode(Frame frame) {
    return switch (frame.type()) {
      case FrameType.HELLO -> Hello.decode(frame);
      case FrameType.GO_AWAY -> GoAway.decode(frame);
      case FrameType.ERROR -> ErrorFrame.decode(frame);
      case FrameType.PING, FrameType.PONG -> Ping.token(frame);
      case FrameType.WINDOW -> Window.decode(frame);
      case FrameType.DEFINE -> Define.decode(frame);
      case FrameType.REQUEST -> Request.decode(frame);
      case FrameType.RESPONSE -> Response.decode(frame);
      case FrameType.CREDIT -> Credit.decode(frame);
      case FrameType.ANSWER -> Answer.decode(frame);
      default -> null;
    };
  }

  /**
   * As a link does with a RESPONSE that is all of an answer: the answer's head is in its payload,
   * and the messages are behind it.
   *
   * @return null if there's no such payload
   */
  private static String inPayload(Frame frame) {
    if (frame.type() != FrameType.RESPONSE || frame.payloadLength() == 0) {
      return null;
    }
    ByteBuf payload = frame.retainedPayload();
    try {
      int length = payload.readableBytes();
      Map<String, String> head = Answer.decodeInPayload(payload);
      int messages = payload.readableBytes();
      String rest = ByteBufUtil.hexDump(payload);
      ByteBuf out = Unpooled.buffer();
      try {
        Answer.encodeInPayload(out, head);
        out.writeBytes(payload);
        Map<String, String> again = Answer.decodeInPayload(out);
        if (!again.equals(head) || !ByteBufUtil.hexDump(out).equals(rest)) {
          throw new AssertionError("written and read again %s is %s".formatted(head, again));
        }
      } catch (IllegalArgumentException e) {
        return "too long to be written"; // as what isn't UTF-8 becomes longer
      } finally {
        out.release();
      }
      return "%d of %d bytes are messages behind %s".formatted(messages, length, head);
    } finally {
      payload.release();
    }
  }

  /** What isn't UTF-8 has become longer, and a reason may be cut. */
  private static void readAgain(int id, Object read) {
    ByteBuf out = Unpooled.buffer();
    try {
      encode(out, id, read);
      int fields = out.getUnsignedShort(FrameHeader.FIELDS);
      int type = out.getUnsignedByte(FrameHeader.TYPE);
      int flags = out.getUnsignedByte(FrameHeader.FLAGS);
      Frame again = new Frame(type, flags, id, fields, out.slice(FrameHeader.SIZE, fields));
      Object value = decode(again);
      if (!read.equals(value) && !isLong(read)) {
        throw new AssertionError("written and read again %s is %s".formatted(read, value));
      }
    } catch (IllegalArgumentException e) {
      return; // over the 65,535 bytes of a frame's fields
    } finally {
      out.release();
    }
  }

  private static boolean isLong(Object read) {
    return read instanceof GoAway leave && leave.reason().length() > 1000
        || read instanceof ErrorFrame end && end.reason().length() > 1000;
  }

  private static void encode(ByteBuf out, int id, Object read) {
    if (read instanceof Hello hello) {
      hello.encode(out);
    } else if (read instanceof GoAway leave) {
      leave.encode(out);
    } else if (read instanceof ErrorFrame end) {
      end.encode(out);
    } else if (read instanceof Long token) {
      Ping.encode(out, token);
    } else if (read instanceof Integer increment) {
      Window.encode(out, id, increment);
    } else if (read instanceof Define names) {
      names.encode(out);
    } else if (read instanceof Credit credit) {
      credit.encode(out);
    } else if (read instanceof Response response) {
      response.encodeHead(out, id, 0);
    } else if (read instanceof Request request) {
      encode(out, id, request);
    } else {
      Answer.encode(out, id, attachments(read));
    }
  }

  private static void encode(ByteBuf out, int id, Request request) {
    Request.encodeHead(
        out,
        id,
        request.index(),
        request.timeLeft(),
        (int) request.messageLength(),
        request.encoding(),
        request.options(),
        request.attachments(),
        0);
  }

  private static Map<String, String> attachments(Object read) {
    Map<String, String> attachments = new LinkedHashMap<>();
    ((Map<?, ?>) read).forEach((name, value) -> attachments.put((String) name, (String) value));
    return attachments;
  }
}
