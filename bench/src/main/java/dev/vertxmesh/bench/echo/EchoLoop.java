package dev.vertxmesh.bench.echo;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.atomic.AtomicLong;

/** Of unary calls: each message is a call of its own. A call that fails starts none. */
final class EchoLoop extends Loop {
  private final Channel channel;
  private final AtomicLong left;

  /**
   * @param most calls that are begun in all
   */
  EchoLoop(Channel channel, byte[] message, long most) {
    super(message);
    this.channel = channel;
    this.left = new AtomicLong(most);
  }

  @Override
  void start(int inFlight) {
    open.bulkRegister(inFlight);
    for (int i = 0; i < inFlight; i++) {
      next();
    }
  }

  private void next() {
    if (isRunning() && left.getAndDecrement() > 0) {
      ClientCalls.asyncUnaryCall(
          channel.newCall(Echo.DESCRIPTOR, CallOptions.DEFAULT), message, new Answer());
    } else {
      open.arriveAndDeregister();
    }
  }

  private final class Answer implements StreamObserver<byte[]> {
    private final long startNanos = System.nanoTime();
    private byte[] got;

    @Override
    public void onNext(byte[] answer) {
      got = answer;
    }

    @Override
    public void onError(Throwable cause) {
      failed(cause.toString());
      open.arriveAndDeregister(); // none in its place: where one fails at once, all do
    }

    @Override
    public void onCompleted() {
      answered(got, startNanos);
      next();
    }
  }
}
