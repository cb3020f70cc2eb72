package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Deadline;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.call.Stage;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/** A configurator says how long calls of a service may take whose callers don't. */
public final class RuledTimeout implements Filter {

  private static final String WORDS = "a configurator's timeout";

  private final ToLongFunction<ServiceKey> millisOf;
  private final LongSupplier nanoClock;

  /**
   * @param millisOf 0 where nobody says
   */
  public RuledTimeout(ToLongFunction<ServiceKey> millisOf, LongSupplier nanoClock) {
    this.millisOf = millisOf;
    this.nanoClock = nanoClock;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    if (CallRecord.OPTION.equals(call.record().timeoutOf())) {
      long millis = millisOf.applyAsLong(call.target().service());
      if (millis > 0) {
        call.deadline(Deadline.after(millis, begun(call.record())));
        call.record().timeoutOf(WORDS);
      }
    }
    return next.call(call);
  }

  /** Who says that it has passed counts from there, too. */
  private long begun(CallRecord record) {
    return record.hasReached(Stage.BEGUN) ? record.at(Stage.BEGUN) : nanoClock.getAsLong();
  }
}
