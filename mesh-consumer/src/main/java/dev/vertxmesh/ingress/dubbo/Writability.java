package dev.vertxmesh.ingress.dubbo;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Tells when what a connection takes changes. */
final class Writability extends ChannelInboundHandlerAdapter {

  private final Runnable onChange;

  Writability(Runnable onChange) {
    this.onChange = onChange;
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    onChange.run();
    context.fireChannelWritabilityChanged();
  }
}
