package dev.vertxmesh.bench.jmh;

import dev.vertxmesh.dubbo.ResultChecker;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Collections;
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

/** What it takes to look through a result that passes unread, for classes that are denied. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PassedResultBenchmark {

  private static final int FLAG_WITH_ATTACHMENTS = 4;

  @Param({"HESSIAN2", "FASTJSON", "FASTJSON2"})
  Serialization serialization;

  @Param({"number", "order", "100 orders", "text of 64 KiB"})
  String result;

  private final ResultChecker checker = new ResultChecker();
  private final ByteBuf body = PooledByteBufAllocator.DEFAULT.directBuffer();

  @Setup
  public void prepare() {
    ValueWriter out = serialization.writer(body);
    out.write(FLAG_WITH_ATTACHMENTS);
    out.write(
        switch (result) {
          case "number" -> 99162322;
          case "order" -> order();
          case "100 orders" -> Collections.nCopies(100, 0).stream().map(zero -> order()).toList();
          default -> "x".repeat(1 << 16);
        });
    out.write(Map.of("dubbo", "2.0.2"));
  }

  private static WireObject order() {
    String[] fields = {"id", "customer", "items", "note"};
    List<String> items = List.of("a book", "a pen");
    return WireObject.of("com.example.orders.Order", fields, 5L, "Ann", items, "as a present");
  }

  @Benchmark
  public ByteBuf lookThrough() {
    checker.check(serialization.id(), body);
    return body;
  }
}
