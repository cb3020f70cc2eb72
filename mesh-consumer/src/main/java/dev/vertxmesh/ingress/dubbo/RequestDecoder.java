package dev.vertxmesh.ingress.dubbo;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallOptions;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Encoding;
import dev.vertxmesh.call.GenericMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Target;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.RequestHead;
import dev.vertxmesh.dubbo.RequestHeadReader;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Makes calls of requests; one for each event loop. */
final class RequestDecoder {

  private static final CallOptions ONE_WAY = new CallOptions(true, false, false, GenericMode.AUTO);
  private static final char STAR = '*';
  private static final long MOST_MILLIS = 24 * 3600 * 1000L;

  private final RequestHeadReader heads = new RequestHeadReader();
  private final long timeoutMillis;
  private final boolean asksWho;
  private final Supplier<Set<String>> noted;

  /**
   * @param asksWho whether what a consumer shows of itself is this agent's, and nobody else's
   * @param noted attachments that are noted of what consumers send, in lower case
   * @param hidden whether one isn't for the provider, by its name in lower case
   * @param timeoutMillis for requests that don't say how long they wait
   */
  RequestDecoder(
      long timeoutMillis, boolean asksWho, Supplier<Set<String>> noted, Predicate<String> hidden) {
    this.noted = noted;
    heads.hide(name -> hidden.test(name) && !(asksWho && isCredential(name)));
    this.timeoutMillis = timeoutMillis;
    this.asksWho = asksWho;
  }

  /**
   * A request as a call, whose payload is the body itself, retained.
   *
   * @param now when it has come, in nanoseconds
   * @throws dev.vertxmesh.dubbo.wire.DubboCodecException saying what isn't understood
   */
  Call read(int flags, ByteBuf body, long now) {
    int serialization = DubboHeader.serialization(flags);
    heads.note(noted.get());
    RequestHead head = heads.read(serialization, body);
    String key = asksWho ? heads.key() : null;
    String token = asksWho ? heads.token() : null;
    if (key != null || token != null) {
      hide(key, body);
      hide(token, body);
      checkHidden(head, heads.read(serialization, body), key, token);
    }
    boolean isSilent = head.timeoutMillis() == 0;
    long millis = isSilent ? timeoutMillis : head.timeoutMillis();
    Call call =
        new Call(
            new Target(
                new ServiceKey(head.interfaceName(), head.group(), head.version()),
                head.method(),
                head.descriptor()),
            Encoding.ofDubboBody(serialization),
            body.retainedSlice(),
            Map.of(),
            Deadline.after(Math.min(millis, MOST_MILLIS), now),
            DubboHeader.isTwoWay(flags) ? CallOptions.NONE : ONE_WAY);
    attach(call, RequestHeadReader.KEY, key);
    attach(call, RequestHeadReader.TOKEN, token);
    call.record().carries(heads.noted());
    call.record().called(head.requestId());
    call.record().timeoutOf(isSilent ? CallRecord.OPTION : "attachment timeout");
    return call;
  }

  /** Its value is taken out, wherever it stands. */
  private static boolean isCredential(String name) {
    return name.equals(RequestHeadReader.KEY) || name.equals(RequestHeadReader.TOKEN);
  }

  private static void attach(Call call, String name, String credential) {
    if (credential != null) {
      call.attach(name, credential);
    }
  }

  /** A body goes on as it is, and what is secret in it must not: it becomes as many stars. */
  private static void hide(String secret, ByteBuf body) {
    if (secret == null || secret.isEmpty()) {
      return;
    }
    ByteBuf wanted = Unpooled.copiedBuffer(secret, StandardCharsets.UTF_8);
    int length = wanted.readableBytes();
    int from = body.readerIndex();
    while (body.writerIndex() - from >= length) {
      int at = ByteBufUtil.indexOf(wanted, body.slice(from, body.writerIndex() - from));
      if (at < 0) {
        return;
      }
      for (int i = 0; i < length; i++) {
        body.setByte(from + at + i, STAR);
      }
      from += at + length;
    }
  }

  /** Whatever stars have made of the body, it's still this request, and doesn't tell any more. */
  private void checkHidden(RequestHead before, RequestHead after, String key, String token) {
    boolean hidden = isHidden(key, heads.key()) && isHidden(token, heads.token());
    if (!hidden || !before.equals(after)) {
      throw new DubboCodecException(
          "attachments %s and %s: expected letters, digits and others of ASCII"
              .formatted(RequestHeadReader.KEY, RequestHeadReader.TOKEN));
    }
  }

  private static boolean isHidden(String secret, String now) {
    return secret == null || now != null && now.chars().allMatch(c -> c == STAR);
  }
}
