package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.frame.Dictionary;
import dev.vertxmesh.frame.Frame;
import dev.vertxmesh.frame.FrameDecoder;
import dev.vertxmesh.frame.Hello;
import dev.vertxmesh.frame.Request;
import dev.vertxmesh.frame.Response;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The agents' protocol: one frame each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FrameBenchmark {

  /** Bytes of payload. */
  @Param({"64", "1024"})
  int payload;

  private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(4096);
  private final Dictionary<List<String>> dictionary = new Dictionary<>(4096);
  private final List<String> target = List.of("com.x.Hello", "hash", "Ljava/lang/String;");
  private final FrameDecoder decoder = new FrameDecoder(1 << 20);
  private ByteBuf payloadBytes;
  private ByteBuf request;
  private ByteBuf response;

  @Setup
  public void prepare() {
    payloadBytes = PooledByteBufAllocator.DEFAULT.directBuffer(payload).writeZero(payload);
    request = PooledByteBufAllocator.DEFAULT.directBuffer();
    writeRequest(request);
    response = PooledByteBufAllocator.DEFAULT.directBuffer();
    writeResponse(response);
    dictionary.add(target, 64);
    ByteBuf hello = PooledByteBufAllocator.DEFAULT.directBuffer();
    new Hello(1, 1, 1 << 20, 1 << 20, 1, 1, 0, 1, "bench", 1 << 16, 1 << 16).encode(hello);
    decoder.next(hello).release();
    hello.release();
  }

  @Benchmark
  public int encodeRequest() {
    writeRequest(out.clear());
    return out.readableBytes();
  }

  @Benchmark
  public int encodeResponse() {
    writeResponse(out.clear());
    return out.readableBytes();
  }

  @Benchmark
  public Request decodeRequest() {
    Frame frame = decoder.next(request.readerIndex(0));
    Request decoded = Request.decode(frame);
    frame.release();
    return decoded;
  }

  @Benchmark
  public Response decodeResponse() {
    Frame frame = decoder.next(response.readerIndex(0));
    Response decoded = Response.decode(frame);
    frame.release();
    return decoded;
  }

  @Benchmark
  public int findInDictionary() {
    return dictionary.find(target);
  }

  private void writeRequest(ByteBuf to) {
    Request.encodeHead(to, 7, 0, 5_000, payload, 2, 0, Map.of(), payload);
    to.writeBytes(payloadBytes, 0, payload);
  }

  private void writeResponse(ByteBuf to) {
    new Response(0, 2, payload, 3, 190, 1_500, Map.of()).encodeHead(to, 7, payload);
    to.writeBytes(payloadBytes, 0, payload);
  }
}
