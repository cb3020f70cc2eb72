package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import com.alibaba.dubbo.remoting.exchange.ResponseCallback;
import com.alibaba.dubbo.rpc.Result;
import com.alibaba.dubbo.rpc.RpcContext;
import com.alibaba.dubbo.rpc.RpcException;
import com.alibaba.dubbo.rpc.protocol.dubbo.FutureAdapter;
import dev.vertxmesh.samples.contest.CallTimes;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Makes calls by the clock or in a closed loop, one stretch after the other. */
final class Turn {
  /** Calls a second for which a closed loop has room beforehand. */
  private static final int ROOM = 60_000;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final IHelloService service;
  private final String[] strings;
  private final int[] expected;
  private final AtomicLong inFlight = new AtomicLong();
  private volatile long endNanos;

  /**
   * @param service a proxy whose calls are asynchronous
   */
  Turn(IHelloService service, String[] strings) {
    this.service = service;
    this.strings = strings;
    expected = new int[strings.length];
    for (int i = 0; i < strings.length; i++) {
      expected[i] = strings[i].hashCode();
    }
  }

  /** A call is due each so often; it sleeps till then, and starts at once what it's late for. */
  CallTimes open(double callsPerSecond, int millis) {
    long calls = (long) (callsPerSecond * millis / 1000);
    CallTimes times = new CallTimes((int) calls);
    long begun = System.nanoTime();
    for (long i = 0; i < calls; i++) {
      long due = begun + (long) (i / callsPerSecond * 1e9);
      long now = System.nanoTime();
      while (now < due) {
        LockSupport.parkNanos(due - now);
        now = System.nanoTime();
      }
      call(times, due, now - due, false);
    }
    return awaitAll(times);
  }

  /** Each answer starts the next call, which is due then; a call that fails starts none. */
  CallTimes closed(int calls, int millis) {
    CallTimes times = new CallTimes(ROOM / 1000 * millis);
    endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (int i = 0; i < calls; i++) {
      call(times, System.nanoTime(), 0, true);
    }
    return awaitAll(times);
  }

  /** Dubbo's own timeout bounds the wait. */
  private CallTimes awaitAll(CallTimes times) {
    while (inFlight.get() > 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return times;
  }

  private void call(CallTimes times, long due, long late, boolean again) {
    inFlight.incrementAndGet();
    int asked = ThreadLocalRandom.current().nextInt(strings.length);
    Answer answer = new Answer(times, asked, due, late, again);
    try {
      service.hash(strings[asked]);
    } catch (RpcException e) {
      answer.caught(e);
      return;
    }
    ((FutureAdapter<?>) RpcContext.getContext().getFuture()).getFuture().setCallback(answer);
  }

  private final class Answer implements ResponseCallback {
    private final CallTimes times;
    private final int asked;
    private final long due;
    private final long late;
    private final boolean again;

    Answer(CallTimes times, int asked, long due, long late, boolean again) {
      this.times = times;
      this.asked = asked;
      this.due = due;
      this.late = late;
      this.again = again;
    }

    @Override
    public void done(Object response) {
      long now = System.nanoTime();
      Object value = ((Result) response).getValue();
      if (Integer.valueOf(expected[asked]).equals(value)) {
        times.add(due, late, now - due);
      } else {
        times.failed("expected " + expected[asked] + " but the answer was " + response);
      }
      if (again && now < endNanos) {
        call(times, System.nanoTime(), 0, true);
      }
      inFlight.decrementAndGet(); // last: nobody may think that all is over
    }

    @Override
    public void caught(Throwable exception) {
      times.failed(exception.toString());
      inFlight.decrementAndGet(); // and begins none: who can't call at all would never end
    }
  }
}
