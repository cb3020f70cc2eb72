package dev.vertxmesh.net.tls.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A handshake by the JDK, of which each part is computed when the test says so. */
class HandshakeTasksTest {

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private boolean refuses;
  private boolean secured;
  private SSLEngine client;
  private TlsListener listener;

  @BeforeEach
  void listen() throws Exception {
    X509Bundle own =
        new CertificateBuilder()
            .subject("CN=mesh")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Path certificate = Files.writeString(folder.resolve("crt"), own.getCertificatePEM());
    Path key = Files.writeString(folder.resolve("key"), own.getPrivateKeyPEM());
    TlsFiles files = TlsFiles.of(certificate, key, null);
    WatchedTls watched = WatchedTls.open(vertx, "callers", List.of(files), TlsEngine.JDK);
    listener = new TlsListener(watched, "callers", ClientCertificates.NONE, this::later);
    listener.begin(channel, () -> secured = true);
    channel.pipeline().addLast(new Listening());
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
    client = context.createSSLEngine();
    client.setUseClientMode(true);
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
    listener.close();
    vertx.close().await();
  }

  private void later(Runnable task) {
    if (refuses) {
      throw new RejectedExecutionException("full");
    }
    tasks.add(task);
  }

  private final class Listening extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof SslHandshakeCompletionEvent end && !end.isSuccess()) {
        failures.add(end.cause());
      }
    }
  }

  /** What the client has to say now. */
  private void send() throws Exception {
    ByteBuffer records = ByteBuffer.allocate(2 * client.getSession().getPacketBufferSize());
    do {
      client.wrap(ByteBuffer.allocate(0), records);
      compute(client);
    } while (client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
    channel.writeInbound(Unpooled.wrappedBuffer(records.flip()));
  }

  private static void compute(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  /** Has the next part of the server's computed. */
  private void compute() {
    tasks.remove().run();
    channel.runPendingTasks();
  }

  /** Gives the client what the server has said; false if that's nothing. */
  private boolean receive() throws Exception {
    ByteBuf said = channel.readOutbound();
    if (said == null) {
      return false;
    }
    for (; said != null; said = channel.readOutbound()) {
      ByteBuffer records = said.nioBuffer();
      while (records.hasRemaining()) {
        ByteBuffer data = ByteBuffer.allocate(client.getSession().getApplicationBufferSize());
        int read = client.unwrap(records, data).bytesConsumed();
        compute(client);
        if (read == 0) { // it has something to say first
          send();
        }
      }
      said.release();
    }
    return true;
  }

  @Test
  void anEventLoopDoesNotWaitForWhatIsComputed() throws Exception {
    send();
    assertThat(receive()).isFalse();
    compute();
    assertThat(receive()).isTrue();
    if (client.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      send();
    }
    while (!tasks.isEmpty()) {
      compute();
    }
    assertThat(secured).isTrue();
    assertThat(failures).isEmpty();
    assertThat(channel.pipeline().get(HandshakeTasks.class)).isNull();
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void nothingIsReadMeanwhile() throws Exception {
    Reads reads = new Reads();
    channel.pipeline().addFirst(reads);
    send();
    int before = reads.count;
    assertThat(channel.config().isAutoRead()).isFalse();
    channel.read();
    assertThat(reads.count).isEqualTo(before);
    compute();
    assertThat(channel.config().isAutoRead()).isTrue();
    assertThat(reads.count).isGreaterThan(before);
  }

  private static final class Reads extends ChannelOutboundHandlerAdapter {
    private int count;

    @Override
    public void read(ChannelHandlerContext ctx) {
      count++;
      ctx.read();
    }
  }

  @Test
  void nothingIsComputedForAConnectionThatIsGone() {
    AtomicInteger computed = new AtomicInteger();
    HandshakeTasks handshake = new HandshakeTasks(this::later, channel);
    handshake.execute(computed::incrementAndGet);
    handshake.execute(computed::incrementAndGet);
    compute();
    channel.close();
    compute();
    assertThat(computed).hasValue(1);
  }

  @Test
  void aHandshakeThatIsRefusedEndsTheConnection() throws Exception {
    refuses = true;
    send();
    channel.runPendingTasks();
    assertThat(failures).singleElement().isInstanceOf(RejectedExecutionException.class);
    assertThat(channel.isOpen()).isFalse();
  }
}
