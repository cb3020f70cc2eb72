package dev.vertxmesh.bridge.dubbo.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.dubbo.DubboDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What no real provider can be made to say when it's wanted. */
class ExportsPollerTest implements ExportsPoller.Listener {

  private static final int INTERVAL_MILLIS = 20;

  /** Of who is answered in any case. */
  private static final int PATIENT = 100_000;

  /** Of who has to see that nobody answers. */
  private static final int IMPATIENT = 200;

  private final Vertx vertx = Vertx.vertx();
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();

  /** What the port answers to Dubbo's questions, between the brackets; null for silence. */
  private volatile String exported;

  /** What it answers to telnet; null for silence. */
  private volatile String telnet;

  /** Whether it is dubbo-go. */
  private volatile boolean isGo;

  private volatile int questions;
  private volatile int telnetQuestions;
  private int port;
  private ExportsPoller watch;
  private Context context;

  @BeforeEach
  void start() throws Exception {
    NetServer server = vertx.createNetServer().connectHandler(this::onSocket);
    port = get(server.listen(0, "127.0.0.1")).actualPort();
  }

  private void watch(int patienceMillis) throws Exception {
    HostPort provider = new HostPort("127.0.0.1", port);
    HostPort qos = new HostPort("127.0.0.1", 1);
    ExportsQuery asker = new ExportsQuery(vertx, provider, qos, null, patienceMillis);
    context = vertx.getOrCreateContext();
    watch = new ExportsPoller(context, asker, INTERVAL_MILLIS, this);
    get(watch.start());
  }

  private boolean wasLastHeard(String exports) {
    return !heard.isEmpty() && heard.get(heard.size() - 1).equals(exports);
  }

  @AfterEach
  void stop() throws Exception {
    get(vertx.close());
  }

  @Test
  void servicesThatComeAndGoAreFollowed() throws Exception {
    exported = "com.x.A:%1$d, com.x.B:1.0:%1$d, com.x.Other:1";
    telnet = "Unsupported command: ls";
    watch(PATIENT);
    assertThat(watch.exports().toString()).isEqualTo("[com.x.A, com.x.B:1.0]");
    exported = "g/com.x.C:%1$d";
    await().until(() -> wasLastHeard("[com.x.C@g]"));
    assertThat(watch.exports().toString()).isEqualTo("[com.x.C@g]");
    assertThat(heard).contains("[com.x.A, com.x.B:1.0]");
    assertThat(problems).isEmpty();
  }

  @Test
  void neitherSilenceNorOneEmptyAnswerTakesServicesAway() throws Exception {
    exported = "com.x.A:%1$d";
    telnet = "Unsupported command: ls";
    watch(IMPATIENT);
    await().until(() -> !watch.exports().isEmpty());
    exported = null;
    int before = problems.size();
    await().until(() -> problems.size() >= before + 4);
    assertThat(watch.exports().toString()).isEqualTo("[com.x.A]");
    exported = "";
    await().until(() -> wasLastHeard("[]"));
    assertThat(watch.exports().isEmpty()).isTrue();
  }

  @Test
  void theMethodsComeByTelnetAndAreAskedOnceForTheSameServices() throws Exception {
    exported = "com.x.A:%1$d";
    telnet =
        "com.x.A -> dubbo://127.0.0.1:1/com.x.A?threads=50\r\nint hash(java.lang.String,long)\r\n";
    watch(PATIENT);
    Export found = watch.exports().list().get(0);
    assertThat(found.methods())
        .containsExactly(new MethodSignature("hash", List.of("java.lang.String", "long"), "int"));
    assertThat(found.parameters()).containsEntry("threads", "50");
    assertThat(watch.state()).endsWith("telnet ls -l");
    telnet = null;
    int before = questions;
    await().until(() -> questions > before + 3);
    assertThat(watch.exports().list()).containsExactly(found);
  }

  @Test
  void whenNobodyTellsEveryWayIsNamed() throws Exception {
    watch(IMPATIENT);
    assertThat(watch.exports().isEmpty()).isTrue();
    assertThat(problems.get(0))
        .contains("a service that it hasn't: no answer")
        .contains("telnet ls -l: no answer")
        .contains("QoS ls at 127.0.0.1:1: ")
        .contains("Connection refused");
    assertThat(watch.state()).isEqualTo("nobody tells: " + problems.get(0));
    assertThat(heard).isEmpty();
  }

  @Test
  void dubboGoIsAskedOnceForEachConnectionAndInOneWay() throws Exception {
    isGo = true;
    watch(PATIENT);
    assertThat(problems)
        .containsExactly(
            "a call of a service that it hasn't: it's dubbo-go, which doesn't tell: don't have this"
                + " exporter, key: x");
    assertThat(questions).isEqualTo(1);
    watch.connected();
    await().until(() -> problems.size() == 2);
    Promise<Void> afterTheNext = Promise.promise(); // timers of a loop run in their order
    context.runOnContext(
        v -> vertx.setTimer(2 * INTERVAL_MILLIS, timer -> afterTheNext.complete()));
    get(afterTheNext.future());
    assertThat(questions).isEqualTo(2);
    assertThat(telnetQuestions).isZero();
  }

  @Override
  public void onExports(Exports exports, String how) {
    heard.add(exports.toString());
  }

  @Override
  public void onSilence(String problem, boolean isFinal) {
    problems.add(problem);
  }

  private void onSocket(NetSocket socket) {
    DubboDecoder decoder =
        new DubboDecoder(
            ByteBufAllocator.DEFAULT, 10_000, (flags, status, id, body) -> onQuestion(socket, id));
    socket.handler(
        bytes -> {
          if (bytes.getByte(0) != (byte) 0xda) {
            onText(socket);
          } else {
            decoder.feed(Unpooled.wrappedBuffer(bytes.getBytes()));
          }
        });
    socket.closeHandler(closed -> decoder.close());
  }

  private void onText(NetSocket socket) {
    telnetQuestions++;
    if (telnet != null) {
      socket.write(telnet + "\r\ndubbo>");
    }
  }

  /** The error is a hessian string of at most 1023 characters. */
  private void onQuestion(NetSocket socket, long id) {
    questions++;
    if (isGo) {
      socket.write(Buffer.buffer(ByteBufUtil.decodeHexDump(notAtGo(id))));
      return;
    } else if (exported == null) {
      return;
    }
    byte[] text =
        "Not found exported service: g/x.Y:1.0.0:%d in [%s], may be version"
            .formatted(port, exported.formatted(port))
            .getBytes(StandardCharsets.UTF_8);
    ByteBuf out = Unpooled.buffer();
    out.writeInt(0xdabb0246).writeLong(id).writeInt(text.length + 2);
    out.writeByte(0x30 + (text.length >> 8)).writeByte(text.length).writeBytes(text);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    socket.write(Buffer.buffer(bytes));
  }

  /** A result that is a Throwable with a message. */
  private static String notAtGo(long id) {
    String body =
        "90"
            + ("43" + string("java.lang.Throwable") + "91" + string("detailMessage"))
            + ("60" + string("don't have this exporter, key: x"));
    return "dabb0214%016x%08x".formatted(id, body.length() / 2) + body;
  }

  private static String string(String text) {
    String length = text.length() < 32 ? "%02x" : "30%02x";
    return length.formatted(text.length())
        + ByteBufUtil.hexDump(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(100, TimeUnit.SECONDS);
  }
}
