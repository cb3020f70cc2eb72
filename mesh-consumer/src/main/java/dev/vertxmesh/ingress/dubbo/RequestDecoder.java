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
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.function.LongSupplier;

/** Makes calls of requests; one for each event loop. */
final class RequestDecoder {

  private static final CallOptions ONE_WAY = new CallOptions(true, false, false, GenericMode.AUTO);
  private static final long MOST_MILLIS = 24 * 3600 * 1000L;

  private final RequestHeadReader heads = new RequestHeadReader();
  private final long timeoutMillis;
  private final LongSupplier nanoClock;

  /**
   * @param timeoutMillis for requests that don't say how long they wait
   */
  RequestDecoder(long timeoutMillis, LongSupplier nanoClock) {
    this.timeoutMillis = timeoutMillis;
    this.nanoClock = nanoClock;
  }

  /**
   * A request as a call, whose payload is the body itself, retained.
   *
   * @throws dev.vertxmesh.dubbo.wire.DubboCodecException saying what isn't understood
   */
  Call read(int flags, ByteBuf body) {
    int serialization = DubboHeader.serialization(flags);
    RequestHead head = heads.read(serialization, body);
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
            Deadline.after(Math.min(millis, MOST_MILLIS), nanoClock.getAsLong()),
            DubboHeader.isTwoWay(flags) ? CallOptions.NONE : ONE_WAY);
    call.record().called(head.requestId());
    call.record().timeoutOf(isSilent ? CallRecord.OPTION : "attachment timeout");
    return call;
  }
}
