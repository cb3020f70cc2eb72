package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.dubbo.DubboDecoder;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Result;
import dev.vertxmesh.dubbo.ResultReader;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Dubbo's protocol with hessian2: one {@code int hash(String)} each time. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DubboBenchmark {

  /** Header, flag 4, the int 99162322, and an attachment {@code dubbo} of 2.0.2. */
  private static final String RESPONSE =
      "dabb02140000000000000001"
          + "00000014"
          + "94"
          + "4905e918d2"
          + "48"
          + "05647562626f"
          + "05322e302e32"
          + "5a";

  /** Characters of the argument. */
  @Param({"64", "1024"})
  int characters;

  private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(4096);
  private final RequestTemplate template =
      new RequestTemplate(
          Serialization.HESSIAN2,
          RequestTemplate.PROTOCOL_VERSION,
          "com.x.Hello",
          "",
          "hash",
          "Ljava/lang/String;",
          RequestTemplate.attachments("com.x.Hello", "com.x.Hello", "", ""));
  private ByteBuf argument;
  private ByteBuf response;
  private Result last;
  private DubboDecoder decoder;

  @Setup
  public void prepare() {
    argument = ByteBufUtil.writeUtf8(PooledByteBufAllocator.DEFAULT, "x".repeat(characters));
    byte[] bytes = ByteBufUtil.decodeHexDump(RESPONSE);
    response = PooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    decoder =
        new DubboDecoder(
            PooledByteBufAllocator.DEFAULT,
            DubboDecoder.DEFAULT_MAX_BODY,
            (flags, status, id, body) -> last = ResultReader.read(body));
  }

  @Benchmark
  public int encodeRequest() {
    int start = template.begin(out.clear(), 7);
    HessianWriter.writeAscii(out, argument);
    template.end(out, start);
    return out.readableBytes();
  }

  @Benchmark
  public Result decodeResponse() {
    decoder.feed(response.readerIndex(0).retain());
    return last;
  }
}
