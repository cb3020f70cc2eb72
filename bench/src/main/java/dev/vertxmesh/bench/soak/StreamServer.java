package dev.vertxmesh.bench.soak;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** grpc-java's server of streams: one that says all that it hears, one that never ends. */
public final class StreamServer {
  static final String SERVICE = "dev.vertxmesh.bench.Streams";

  /** Says each message back. */
  static final String ECHO = "/" + SERVICE + "/Echo";

  /** Sends messages of 16 KiB as long as they're taken. */
  static final String POUR = "/" + SERVICE + "/Pour";

  static final int POURED_BYTES = 16 << 10;

  private StreamServer() {}

  /** A port; one line on stdout once it serves, until the process is asked to end. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int port = Integer.parseInt(args[0]);
    Server server = ServerBuilder.forPort(port).addService(service()).build().start();
    System.out.println("ready: streams on " + port);
    server.awaitTermination();
  }

  private static ServerServiceDefinition service() {
    return ServerServiceDefinition.builder(SERVICE)
        .addMethod(
            method("Echo", MethodType.BIDI_STREAMING),
            ServerCalls.asyncBidiStreamingCall(StreamServer::echo))
        .addMethod(
            method("Pour", MethodType.SERVER_STREAMING),
            ServerCalls.asyncServerStreamingCall((asked, answers) -> pour(answers)))
        .build();
  }

  private static StreamObserver<byte[]> echo(StreamObserver<byte[]> answers) {
    return new StreamObserver<>() {
      @Override
      public void onNext(byte[] message) {
        answers.onNext(message);
      }

      @Override
      public void onError(Throwable cause) {
        // the caller has gone, and its answers with it
      }

      @Override
      public void onCompleted() {
        answers.onCompleted();
      }
    };
  }

  private static void pour(StreamObserver<byte[]> answers) {
    ServerCallStreamObserver<byte[]> taken = (ServerCallStreamObserver<byte[]>) answers;
    taken.setOnCancelHandler(() -> {});
    taken.setOnReadyHandler(
        () -> {
          while (taken.isReady() && !taken.isCancelled()) {
            taken.onNext(new byte[POURED_BYTES]);
          }
        });
  }

  private static MethodDescriptor<byte[], byte[]> method(String name, MethodType type) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, name))
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
