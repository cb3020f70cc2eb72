package dev.vertxmesh.net.tls.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.TlsFiles;
import dev.vertxmesh.net.tls.WatchedTls;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.Vertx;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JDK's TLS computes doesn't hold an event loop up. */
class HandshakeThreadTest {

  private static final int MOST_WAITING = 1_024;

  @TempDir Path folder;

  private final Vertx vertx = Vertx.vertx();
  private final CountDownLatch busy = new CountDownLatch(1);
  private final List<Throwable> failures = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
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
    listener = new TlsListener(watched, ClientCertificates.NONE);
    listener.begin(channel, () -> {});
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event instanceof SslHandshakeCompletionEvent end) {
                  failures.add(end.cause());
                }
              }
            });
    CountDownLatch begun = new CountDownLatch(1);
    HandshakeThread.SHARED.execute(
        () -> {
          begun.countDown();
          awaitUninterruptibly(busy);
        });
    awaitUninterruptibly(begun);
  }

  @AfterEach
  void close() {
    busy.countDown();
    CountDownLatch drained = new CountDownLatch(1);
    await()
        .ignoreExceptions()
        .until(
            () -> {
              HandshakeThread.SHARED.execute(drained::countDown);
              return true;
            });
    awaitUninterruptibly(drained);
    channel.finishAndReleaseAll();
    listener.close();
    vertx.close().await();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void sayHello() throws Exception {
    SSLEngine client = SSLContext.getDefault().createSSLEngine();
    client.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
    client.wrap(ByteBuffer.allocate(0), hello);
    channel.writeInbound(Unpooled.wrappedBuffer(hello.flip()));
  }

  /** Whether the server has said something, which it does on its event loop. */
  private boolean isAnswered() {
    channel.runPendingTasks();
    Object answer = channel.readOutbound();
    ReferenceCountUtil.release(answer);
    return answer != null;
  }

  @Test
  void anEventLoopGoesOnWhileAHandshakeIsComputed() throws Exception {
    sayHello();
    assertThat(isAnswered()).isFalse();
    busy.countDown();
    await().until(this::isAnswered);
    assertThat(failures).isEmpty();
  }

  @Test
  void aHandshakeIsRefusedIfTooManyWait() throws Exception {
    for (int i = 0; i < MOST_WAITING; i++) {
      HandshakeThread.SHARED.execute(() -> {});
    }
    sayHello();
    channel.runPendingTasks();
    assertThat(failures)
        .singleElement()
        .isInstanceOfSatisfying(
            RejectedExecutionException.class,
            e -> assertThat(e).hasMessage("1024 handshakes wait already, as many as may"));
    assertThat(channel.isOpen()).isFalse();
  }
}
