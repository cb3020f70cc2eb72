package dev.vertxmesh.net.tls.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What somebody gets who speaks plain text where TLS is spoken, by the first bytes alone. */
class PlainTextGuardTest {

  private final List<String> told = new ArrayList<>();
  private EmbeddedChannel channel = open(true);

  private EmbeddedChannel open(boolean http) {
    return new EmbeddedChannel(
        new PlainTextGuard(http),
        new ChannelInboundHandlerAdapter() {
          @Override
          public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            told.add(((SslHandshakeCompletionEvent) event).cause().getMessage());
          }
        });
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void send(String text) {
    ByteBuf bytes = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    channel.writeInbound(bytes);
  }

  private String sent() {
    ByteBuf out = channel.readOutbound();
    if (out == null) {
      return "";
    }
    String text = out.toString(StandardCharsets.ISO_8859_1);
    out.release();
    return text;
  }

  @Test
  void whoBeginsAHandshakeIsLetThrough() {
    send("");
    send("\u0016\u0003");
    send("GET");
    assertThat(channel.inboundMessages()).hasSize(2);
    assertThat(channel.pipeline().get(PlainTextGuard.class)).isNull();
    assertThat(told).isEmpty();
  }

  @Test
  void whoSpeaksHttpIsAnsweredInItAndClosed() {
    send("GET / HTTP/1.1\r\n\r\n");
    assertThat(sent())
        .startsWith("HTTP/1.1 400 Bad Request\r\n")
        .endsWith("this port has TLS and the request came without, expected https\"}");
    assertThat(told).containsExactly("plain text, expected TLS");
    assertThat(channel.isOpen()).isFalse();
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void whoSpeaksHttp2IsToldByItsGoodbye() {
    send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    assertThat(sent())
        .startsWith("\0\0\0\4\0\0\0\0\0\0\0\51\7")
        .endsWith("\0\0\0\14this port has TLS, expected https");
    assertThat(told).containsExactly("HTTP/2 in plain text, expected TLS");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void whoSpeaksSomethingElseIsClosedWithoutAWord() {
    channel = open(false);
    send("\u00da\u00bb");
    assertThat(sent()).isEmpty();
    assertThat(channel.isOpen()).isFalse();
    assertThat(told).hasSize(1);
  }

  @Test
  void whatComesBehindIsThrownAway() {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    send("GET");
    sent();
    ByteBuf behind = Unpooled.copiedBuffer("\u0016", StandardCharsets.ISO_8859_1);
    try {
      ((ChannelInboundHandlerAdapter) first.handler()).channelRead(first, behind);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    assertThat(behind.refCnt()).isZero();
    assertThat(channel.inboundMessages()).isEmpty();
    assertThat(told).hasSize(1);
  }
}
