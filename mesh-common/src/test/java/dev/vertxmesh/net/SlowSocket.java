package dev.vertxmesh.net;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.embedded.EmbeddedChannel;

/** A socket whose other side takes as many bytes as the test says, be it a part of a buffer. */
public final class SlowSocket extends EmbeddedChannel {

  private long room;

  public SlowSocket() {
    super(new ChannelInboundHandlerAdapter());
  }

  /** The other side takes so many bytes more of what was, or will be, sent. */
  public void take(long bytes) {
    room += bytes;
    unsafe().outboundBuffer().addFlush();
    doWrite(unsafe().outboundBuffer());
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer queue) {
    long taken = Math.min(room, sent(queue));
    room -= taken;
    queue.removeBytes(taken);
  }

  private static long sent(ChannelOutboundBuffer queue) {
    queue.nioBuffers();
    return queue.nioBufferSize();
  }
}
