package dev.vertxmesh.samples.dubbo2;

import com.alibaba.dubbo.performance.demo.provider.IHelloService;
import com.alibaba.dubbo.remoting.exchange.ResponseCallback;
import com.alibaba.dubbo.rpc.Result;
import com.alibaba.dubbo.rpc.RpcContext;
import com.alibaba.dubbo.rpc.protocol.dubbo.FutureAdapter;
import java.util.concurrent.Phaser;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Keeps a fixed number of calls in flight: each answer, right, wrong or failed, starts the next.
 * Nobody waits, so the number of threads is Dubbo's own affair.
 */
final class CallLoop {
  private final IHelloService service;
  private final String[] strings;
  private final int[] expected;
  private final Phaser inFlight = new Phaser(1);
  private final LongAdder errors = new LongAdder();
  private final AtomicReference<String> firstError = new AtomicReference<>();
  private volatile Latencies latencies = new Latencies();
  private volatile boolean running = true;

  /**
   * @param service a proxy whose calls are asynchronous
   */
  CallLoop(IHelloService service, String[] strings) {
    this.service = service;
    this.strings = strings;
    expected = new int[strings.length];
    for (int i = 0; i < strings.length; i++) {
      expected[i] = strings[i].hashCode();
    }
  }

  void start(int calls) {
    inFlight.bulkRegister(calls);
    for (int i = 0; i < calls; i++) {
      next();
    }
  }

  /** Starts counting anew; gives what was counted until now. */
  Latencies swap(Latencies fresh) {
    Latencies before = latencies;
    latencies = fresh;
    errors.reset();
    return before;
  }

  long errors() {
    return errors.sum();
  }

  /** The first error ever, null if there was none. */
  String firstError() {
    return firstError.get();
  }

  /** Starts no more calls and waits for those in flight; Dubbo's own timeout bounds the wait. */
  void stop() {
    running = false;
    inFlight.arriveAndAwaitAdvance();
  }

  private void next() {
    if (!running) {
      inFlight.arriveAndDeregister();
      return;
    }
    int i = ThreadLocalRandom.current().nextInt(strings.length);
    long start = System.nanoTime();
    service.hash(strings[i]);
    FutureAdapter<?> future = (FutureAdapter<?>) RpcContext.getContext().getFuture();
    future.getFuture().setCallback(new Answer(i, start));
  }

  private void failed(String why) {
    errors.increment();
    firstError.compareAndSet(null, why);
  }

  private final class Answer implements ResponseCallback {
    private final int asked;
    private final long start;

    Answer(int asked, long start) {
      this.asked = asked;
      this.start = start;
    }

    @Override
    public void done(Object response) {
      latencies.record(System.nanoTime() - start);
      Object value = ((Result) response).getValue();
      if (!Integer.valueOf(expected[asked]).equals(value)) {
        failed("expected " + expected[asked] + " but the answer was " + response);
      }
      next();
    }

    @Override
    public void caught(Throwable exception) {
      failed(exception.toString());
      next();
    }
  }
}
