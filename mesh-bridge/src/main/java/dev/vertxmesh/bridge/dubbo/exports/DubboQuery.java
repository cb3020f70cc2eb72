package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.DubboStatus;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Result;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.dubbo.wire.WireText;
import dev.vertxmesh.net.tls.HandshakeReason;
import dev.vertxmesh.net.tls.TlsClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Asks by Dubbo's own protocol, on a connection that is kept from one question to the next: a
 * provider logs each that comes and goes. One question at a time.
 */
final class DubboQuery {

  private static final int MAX_BODY = 8 << 20;

  /** Dubbo 3 looks only for groups of a service whose name and version it knows. */
  private static final ServiceKey MISSING =
      new ServiceKey(DubboServiceKeys.METADATA, "dev.vertxmesh", "1.0.0");

  /**
   * It has no arguments: for one of a service that isn't there, Dubbo 3 logs a stack trace each
   * time.
   */
  private static final String METHOD = "getExportedURLs";

  /** How dubbo-go answers, which tells nobody what it has, and logs each such question. */
  private static final String OF_GO = "don't have this exporter";

  /** What came: a reason, unless the status is OK; else what the method returned. */
  private record Answer(DubboStatus status, Object value) {}

  private final Vertx vertx;
  private final NetClient client;
  private final HostPort address;
  private final TlsClient tls;
  private final long patienceMillis;
  private NetSocket socket;
  private DubboDecoder decoder;
  private Promise<Answer> asked;
  private long lastId;
  private Serialization serialization = Serialization.HESSIAN2;

  /**
   * @param tls null for plain text
   */
  DubboQuery(Vertx vertx, NetClient client, HostPort address, TlsClient tls, long patienceMillis) {
    this.vertx = vertx;
    this.client = client;
    this.address = address;
    this.tls = tls;
    this.patienceMillis = patienceMillis;
  }

  /**
   * All services on the port, Dubbo's own among them: the error for one that isn't there lists
   * them. Dubbo 3 refuses a serialization that it isn't configured for, so there is a second.
   */
  Future<List<ServiceKey>> services() {
    return missing()
        .onSuccess(this::leaveIfSilent)
        .compose(
            answer -> {
              if (answer.status != DubboStatus.BAD_REQUEST) {
                return Future.succeededFuture(answer);
              }
              boolean first = serialization == Serialization.HESSIAN2;
              serialization = first ? Serialization.FASTJSON2 : Serialization.HESSIAN2;
              return missing();
            })
        .map(DubboQuery::services);
  }

  /** Nothing more is asked, and an idle connection only has it send heartbeats. */
  private void leaveIfSilent(Answer answer) {
    if (isOfGo(answer)) {
      end("left alone");
    }
  }

  private static boolean isOfGo(Answer answer) {
    return answer.status == DubboStatus.SERVICE_ERROR
        && WireText.of(answer.value).startsWith(OF_GO);
  }

  private Future<Answer> missing() {
    return ask(MISSING);
  }

  private static List<ServiceKey> services(Answer answer) {
    String reason = WireText.of(answer.value);
    if (isOfGo(answer)) {
      throw NoExportsException.ever(
          "a call of a service that it hasn't: it's dubbo-go, which doesn't tell: " + reason);
    }
    List<ServiceKey> services =
        answer.status == DubboStatus.OK ? null : MissingServiceError.read(reason);
    if (services == null) {
      String line = reason.lines().findFirst().orElse("");
      throw new NoExportsException("status " + answer.status.code() + " " + line);
    }
    return services;
  }

  /**
   * The URLs of what a Dubbo 3 program exports; none where it registers nowhere.
   *
   * @param metadata the program's own metadata service
   */
  Future<List<Export>> urls(ServiceKey metadata) {
    return ask(metadata).map(DubboQuery::urls);
  }

  private static List<Export> urls(Answer answer) {
    List<Export> exports = new ArrayList<>();
    if (answer.status == DubboStatus.OK && answer.value instanceof Collection<?> urls) {
      for (Object text : urls) {
        Export export = ExportUrl.parse(WireText.of(text));
        if (export != null) {
          exports.add(export);
        }
      }
    }
    return exports;
  }

  private Future<Answer> ask(ServiceKey metadata) {
    return connected()
        .compose(
            open -> {
              Promise<Answer> promise = Promise.promise();
              asked = promise;
              long timer = vertx.setTimer(patienceMillis, id -> end("no answer"));
              open.write(request(++lastId, metadata));
              return promise.future().onComplete(done -> vertx.cancelTimer(timer));
            });
  }

  private Buffer request(long id, ServiceKey metadata) {
    String name = metadata.interfaceName();
    RequestTemplate template =
        new RequestTemplate(
            serialization,
            RequestTemplate.PROTOCOL_VERSION,
            name,
            metadata.version(),
            METHOD,
            "",
            RequestTemplate.attachments(name, name, metadata.group(), metadata.version()));
    ByteBuf out = Unpooled.buffer();
    int at = template.begin(out, id);
    template.end(out, at);
    return Buffer.buffer(ByteBufUtil.getBytes(out));
  }

  private Future<NetSocket> connected() {
    return socket != null
        ? Future.succeededFuture(socket)
        : client
            .connect(TlsClient.to(address.host(), address.port(), tls))
            .onSuccess(this::onSocket)
            .recover(e -> Future.failedFuture(new NoExportsException(HandshakeReason.of(e))));
  }

  private void onSocket(NetSocket opened) {
    socket = opened;
    DubboDecoder cutter = new DubboDecoder(ByteBufAllocator.DEFAULT, MAX_BODY, this::onMessage);
    decoder = cutter;
    opened.handler(bytes -> onBytes(cutter, bytes));
    opened.exceptionHandler(e -> onEnd(opened, cutter, HandshakeReason.of(e)));
    opened.closeHandler(closed -> onEnd(opened, cutter, "closed the connection"));
  }

  private void onBytes(DubboDecoder cutter, Buffer bytes) {
    try {
      cutter.feed(Unpooled.wrappedBuffer(bytes.getBytes()));
    } catch (DubboCodecException e) {
      end(e.getMessage());
    }
  }

  private void onMessage(int flags, int status, long id, ByteBuf body) {
    Promise<Answer> promise = asked;
    if (promise == null
        || id != lastId
        || DubboHeader.isEvent(flags)
        || DubboHeader.isRequest(flags)) {
      return; // the provider hears from us often enough to need no answer to a heartbeat
    }
    asked = null;
    try {
      promise.complete(answer(DubboStatus.of(status), flags, body));
    } catch (DubboCodecException e) {
      promise.fail(new NoExportsException(e.getMessage()));
    } catch (RuntimeException e) { // a fault of ours, and who asked must go on
      promise.fail(new NoExportsException("a fault while reading its answer: " + e));
    }
  }

  private static Answer answer(DubboStatus status, int flags, ByteBuf body) {
    int spoken = DubboHeader.serialization(flags);
    if (!Serialization.isSpoken(spoken)) {
      throw new DubboCodecException("its answer is in serialization " + spoken);
    } else if (status != DubboStatus.OK) {
      return new Answer(status, ResultReader.readReason(spoken, body));
    }
    Result result = ResultReader.read(spoken, body);
    return result.thrown()
        ? new Answer(DubboStatus.SERVICE_ERROR, message(result.value()))
        : new Answer(status, result.value());
  }

  private static String message(Object thrown) {
    Object message = thrown instanceof WireObject object ? object.get("detailMessage") : null;
    return WireText.of(message == null ? thrown : message);
  }

  private void end(String reason) {
    if (socket != null) {
      NetSocket ended = socket;
      onEnd(ended, decoder, reason);
      ended.close();
    }
  }

  private void onEnd(NetSocket ended, DubboDecoder cutter, String reason) {
    cutter.close();
    if (ended != socket) {
      return;
    }
    socket = null;
    Promise<Answer> promise = asked;
    asked = null;
    if (promise != null) {
      promise.fail(new NoExportsException(reason));
    }
  }
}
