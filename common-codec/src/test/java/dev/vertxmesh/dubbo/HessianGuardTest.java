package dev.vertxmesh.dubbo;

import static dev.vertxmesh.dubbo.Hessian.unhex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider reads that goes on in the middle of an argument, the guard reads too. */
class HessianGuardTest {

  private static final String GADGET = "1d" + hex("com.sun.rowset.JdbcRowSetImpl");

  private static final String GENERIC = "07" + hex("generic");

  private static final String NATIVE_JAVA = "0a" + hex("nativejava");

  private final RequestHeadReader reader = new RequestHeadReader();

  private static String hex(String text) {
    return ByteBufUtil.hexDump(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String string(String text) {
    return "%02x".formatted(text.length()) + hex(text);
  }

  private RequestHead read(String method, String descriptor, String rest) {
    String head = string("2.0.2") + string("a.B") + string("1.0") + string(method);
    return reader.read(DubboHeader.HESSIAN2, unhex(head + string(descriptor) + rest));
  }

  /** A provider that expects a text reads the binary's tag, fails, and takes the rest for a map. */
  @ParameterizedTest
  @ValueSource(strings = {"4d" + "%s" + "5a", "55" + "%s" + "5a", "43" + "%s" + "90 60", "71%s4e"})
  void aClassInTheMiddleOfAnArgumentIsSeen(String value) {
    byte[] inside = ByteBufUtil.getBytes(unhex(value.formatted(GADGET)));
    String binary = "42 00%02x".formatted(inside.length) + ByteBufUtil.hexDump(inside);
    assertThatThrownBy(() -> read("m", "Ljava/lang/String;", binary + "48 5a"))
        .isInstanceOf(DeniedClassException.class)
        .hasMessageContaining("com.sun.rowset.JdbcRowSetImpl");
  }

  @Test
  void aClassInChunksOrInWideLettersInTheMiddleOfAnArgumentIsSeenToo() {
    String chunked = "4d 52 0001 63 52 0000 1c" + hex("om.sun.rowset.JdbcRowSetImpl");
    assertThatThrownBy(() -> read("m", "I", "42 0025" + chunked + "48 5a"))
        .isInstanceOf(DeniedClassException.class);
    String emptyFirst = "4d 52 0000" + GADGET;
    assertThatThrownBy(() -> read("m", "I", "42 0022" + emptyFirst + "48 5a"))
        .isInstanceOf(DeniedClassException.class);
    String wide = "4d 1d c1a3" + hex("om.sun.rowset.JdbcRowSetImpl");
    assertThatThrownBy(() -> read("m", "I", "42 0020" + wide + "48 5a"))
        .isInstanceOf(DeniedClassException.class);
  }

  @Test
  void aGenericModeInTheMiddleOfAnArgumentIsSeen() {
    String map = "48" + GENERIC + NATIVE_JAVA + "5a";
    assertThatThrownBy(() -> read("$invoke", "I", "42 0015" + map + "48 5a"))
        .isInstanceOf(DubboCodecException.class)
        .hasMessageContaining("a generic call that says nativejava");
    assertThat(read("m", "I", "42 0015" + map + "48 5a").method()).isEqualTo("m");
  }

  @Test
  void aTextThatIsTheNameOfSuchAClassIsData() {
    assertThat(read("m", "Ljava/lang/Object;", GADGET + "48 5a").method()).isEqualTo("m");
  }

  @Test
  void textsInChunksCostAGenericCallNoMoreMemoryThanTheyAre() {
    int texts = 20_000;
    String argument = "58 49 %08x".formatted(texts) + "52 0000 00".repeat(texts);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    String head = string("2.0.2") + string("a.B") + string("1.0") + string("$invoke");
    ByteBuf body = unhex(head + string("Ljava/lang/Object;") + argument + "48 5a");
    reader.read(DubboHeader.HESSIAN2, body);
    long before = threads.getCurrentThreadAllocatedBytes();
    reader.read(DubboHeader.HESSIAN2, body);
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(texts * 500L);
  }
}
