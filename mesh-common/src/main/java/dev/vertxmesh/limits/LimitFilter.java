package dev.vertxmesh.limits;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * Lets pass what every limit that is about a call has room for; all of them count, so that no order
 * of theirs lets a caller past one. Lies under the layer that finds out who calls. Belongs to one
 * event loop.
 */
public final class LimitFilter implements Filter {

  /** A caller that waits for others to end tries again after that. */
  private static final long UNKNOWN_MILLIS = 1_000;

  private final CallerLimits limits;
  private final String where;
  private final IntSupplier admission;
  private final AboutCalls about = new AboutCalls();
  private final ArrayDeque<CallEnd> unused = new ArrayDeque<>();
  private final CounterKey[] keys = new CounterKey[Distinction.Kind.values().length + 1];

  /** Counters of shares, which are this event loop's as its admission is. */
  private final Map<LimitRule, CounterTable> ofShares = new IdentityHashMap<>();

  private LimitsConfig config = LimitsConfig.NONE;
  private Counter[] taken = new Counter[4];

  /**
   * @param where this agent, for problems
   * @param admission how many calls this event loop's provider may have at the same time; null
   *     where there's no such bound, so that shares of it don't count
   */
  public LimitFilter(CallerLimits limits, String where, IntSupplier admission) {
    this.limits = limits;
    this.where = where;
    this.admission = admission;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    LimitsConfig current = limits.config();
    if (current.isEmpty() || call.record().origin().protocol() == WireProtocol.NONE) {
      return next.call(call);
    }
    if (current != config) {
      replace(current);
    }
    AboutCalls.Known known = about.of(current, call);
    return known.limits().length == 0 ? next.call(call) : pass(known, call, next);
  }

  private void replace(LimitsConfig current) {
    config = current;
    Map<LimitRule, CounterTable> before = new IdentityHashMap<>(ofShares);
    ofShares.clear();
    for (LiveLimit limit : current.limits()) {
      LimitRule rule = limit.rule();
      if (rule.share() > 0 && admission != null) {
        CounterTable same = before.remove(rule);
        ofShares.put(rule, same == null ? limits.table(rule) : same);
      }
    }
    before.values().forEach(CounterTable::close);
  }

  private Future<Reply> pass(AboutCalls.Known known, Call call, Caller next) {
    LiveLimit[] asked = known.limits();
    if (taken.length < asked.length) {
      taken = Arrays.copyOf(taken, asked.length);
    }
    long size = call.payload().readableBytes();
    long now = limits.nanoClock().getAsLong();
    boolean needsEnd = false;
    for (int i = 0; i < asked.length; i++) {
      LimitRule rule = asked[i].rule();
      boolean counts = rule.share() == 0 || admission != null;
      taken[i] = counts && rule.headersMatch(call) ? counter(known, i, call, now) : null;
      if (taken[i] == null) {
        continue;
      }
      Bound over = taken[i].take(most(rule), size, now);
      if (over != null) {
        giveBack(asked, i, size);
        return refuse(asked[i], taken[i].wait(over, size, now), over, call);
      }
      needsEnd |= rule.needsEnd();
    }
    return needsEnd ? passAndWatch(asked, size, call, next) : next.call(call);
  }

  private Counter counter(AboutCalls.Known known, int index, Call call, long now) {
    Counter before = known.counters()[index];
    return before != null && before.isKept() ? before : find(known, index, call, now);
  }

  private Counter find(AboutCalls.Known known, int index, Call call, long now) {
    LimitRule rule = known.limits()[index].rule();
    CounterTable table = rule.share() > 0 ? ofShares.get(rule) : known.limits()[index].counters();
    int parts = rule.per().size();
    Counter found = parts == 0 ? table.shared() : table.of(key(rule.per(), known, call), now);
    boolean isItsOwn = parts == 0 || found != table.shared();
    if (isItsOwn && rule.isSameForAllOf(known.caller())) {
      known.counters()[index] = found;
    }
    return found;
  }

  private CounterKey key(List<Distinction> per, AboutCalls.Known known, Call call) {
    CounterKey key = key(per.size());
    for (int i = 0; i < per.size(); i++) {
      key.part(i, per.get(i).of(known.caller(), call));
    }
    return key;
  }

  private CounterKey key(int parts) {
    if (parts >= keys.length) {
      return new CounterKey(parts);
    }
    if (keys[parts] == null) {
      keys[parts] = new CounterKey(parts);
    }
    return keys[parts];
  }

  private int most(LimitRule rule) {
    return rule.share() == 0
        ? rule.concurrency()
        : Math.max(1, (int) ((long) admission.getAsInt() * rule.share() / 100));
  }

  private void giveBack(LiveLimit[] asked, int end, long size) {
    for (int i = 0; i < end; i++) {
      if (taken[i] != null) {
        taken[i].giveBack(most(asked[i].rule()), size);
      }
    }
  }

  private Future<Reply> passAndWatch(LiveLimit[] asked, long size, Call call, Caller next) {
    CallEnd end = unused.isEmpty() ? new CallEnd(unused, limits.nanoClock()) : unused.pop();
    end.of(call, size);
    for (int i = 0; i < asked.length; i++) {
      LimitRule rule = asked[i].rule();
      if (taken[i] != null && rule.needsEnd()) {
        end.add(taken[i], rule.concurrency() > 0 || rule.share() > 0);
      }
    }
    Future<Reply> reply;
    try {
      reply = next.call(call);
    } catch (RuntimeException | Error e) { // the place is given back, whatever happens below
      end.complete(null, e);
      throw e;
    }
    return reply.onComplete(end);
  }

  private Future<Reply> refuse(LiveLimit limit, long waitNanos, Bound over, Call call) {
    limit.refuse(over);
    String detail = limit.rule().said(over);
    limits.audit().limited(call, detail);
    call.payload().release();
    long known = (waitNanos + 999_999) / TimeUnit.MILLISECONDS.toNanos(1);
    long millis = over == Bound.CONCURRENCY ? UNKNOWN_MILLIS : Math.max(1, known);
    return Future.failedFuture(new CallFailure(Status.LIMITED, where, detail, millis));
  }
}
