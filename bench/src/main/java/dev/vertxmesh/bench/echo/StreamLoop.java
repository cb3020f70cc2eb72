package dev.vertxmesh.bench.echo;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;

/** Of streams both ways, which stay open until the end: each has its share of what is in flight. */
final class StreamLoop extends Loop {
  private final Channel channel;
  private final int streams;

  /**
   * @param streams that are open at a time
   */
  StreamLoop(Channel channel, byte[] message, int streams) {
    super(message);
    this.channel = channel;
    this.streams = streams;
  }

  @Override
  void start(int inFlight) {
    open.bulkRegister(streams);
    for (int i = 0; i < streams; i++) {
      Answers answers = new Answers();
      answers.begin(
          ClientCalls.asyncBidiStreamingCall(
              channel.newCall(Echo.STREAM_DESCRIPTOR, CallOptions.DEFAULT), answers),
          Math.max(1, inFlight / streams));
    }
  }

  /** Of one stream, in the order in which their messages were sent. */
  private final class Answers implements StreamObserver<byte[]> {
    private final ArrayDeque<Long> sentNanos = new ArrayDeque<>();
    private StreamObserver<byte[]> messages;

    /** An answer may come before all have been sent, on the connection's thread. */
    synchronized void begin(StreamObserver<byte[]> to, int count) {
      messages = to;
      for (int i = 0; i < count; i++) {
        send();
      }
    }

    private void send() {
      sentNanos.add(System.nanoTime());
      messages.onNext(message);
    }

    @Override
    public synchronized void onNext(byte[] answer) {
      answered(answer, sentNanos.remove());
      if (isRunning()) {
        send();
      } else if (sentNanos.isEmpty()) {
        messages.onCompleted();
      }
    }

    @Override
    public void onError(Throwable cause) {
      failed(cause.toString());
      open.arriveAndDeregister();
    }

    @Override
    public void onCompleted() {
      open.arriveAndDeregister();
    }
  }
}
