package dev.vertxmesh.simulation.net;

import dev.vertxmesh.simulation.world.SimLoop;
import dev.vertxmesh.simulation.world.World;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/**
 * Puts Vert.x on the network and the event loops of whichever run is going on. Who connects or
 * listens does so from the loop whose turn it is.
 */
public final class SimTransport implements Transport {

  /** Where a loop's process is. */
  public interface Place {
    Network network();

    String host();
  }

  private final Function<SimLoop, Place> places;

  public SimTransport(Function<SimLoop, Place> places) {
    this.places = places;
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return new TurnsGroup();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    Place place = places.apply(World.running().current());
    return () -> new SimChannel(place.network(), place.host());
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    Place place = places.apply(World.running().current());
    return () -> new SimServerChannel(place.network(), place.host());
  }

  @Override
  public void configure(
      ClientOptionsBase options, int connectTimeout, boolean domainSocket, Bootstrap bootstrap) {
    bootstrap.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectTimeout);
    bootstrap.option(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT);
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    bootstrap.childOption(ChannelOption.ALLOCATOR, ByteBufAllocator.DEFAULT);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    throw new UnsupportedOperationException("there is no selector");
  }

  @Override
  public DatagramChannel datagramChannel() {
    throw new UnsupportedOperationException("there are no datagrams");
  }

  @Override
  @SuppressWarnings("deprecation")
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return datagramChannel();
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    throw new UnsupportedOperationException("there are no datagrams");
  }
}
