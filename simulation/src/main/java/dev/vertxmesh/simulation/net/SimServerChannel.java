package dev.vertxmesh.simulation.net;

import dev.vertxmesh.simulation.world.SimLoop;
import io.netty.channel.AbstractServerChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayDeque;

/** A port that listens. What the kernel has accepted waits until the process comes to it. */
public final class SimServerChannel extends AbstractServerChannel {

  private final Network net;
  private final String host;
  private final ChannelConfig config = new DefaultChannelConfig(this);
  private final ArrayDeque<End> offered = new ArrayDeque<>();
  private InetSocketAddress address;
  private boolean open = true;
  private boolean wantsRead;

  SimServerChannel(Network net, String host) {
    this.net = net;
    this.host = host;
  }

  String host() {
    return host;
  }

  void offer(End end) {
    offered.add(end);
    eventLoop().execute(this::acceptNow);
  }

  private void acceptNow() {
    if (!open || !wantsRead || offered.isEmpty()) {
      return;
    }
    wantsRead = false;
    while (!offered.isEmpty()) {
      pipeline().fireChannelRead(new SimChannel(net, this, offered.poll()));
    }
    pipeline().fireChannelReadComplete();
  }

  @Override
  protected void doBind(SocketAddress local) throws IOException {
    InetSocketAddress wanted = (InetSocketAddress) local;
    address = Network.address(host, wanted.getPort());
    net.listen(address, this);
  }

  @Override
  protected void doClose() {
    if (open) {
      open = false;
      if (address != null) {
        net.unlisten(address, this);
      }
      offered.forEach(End::close);
      offered.clear();
    }
  }

  @Override
  protected void doBeginRead() {
    wantsRead = true;
    if (!offered.isEmpty()) {
      eventLoop().execute(this::acceptNow);
    }
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof SimLoop;
  }

  @Override
  protected SocketAddress localAddress0() {
    return address;
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return open && address != null;
  }
}
