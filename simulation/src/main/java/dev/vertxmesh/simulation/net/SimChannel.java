package dev.vertxmesh.simulation.net;

import dev.vertxmesh.simulation.world.SimLoop;
import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A process's end of a connection. */
public final class SimChannel extends AbstractChannel {

  private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

  private final Network net;
  private final String host;
  private final ChannelConfig config = new DefaultChannelConfig(this);
  private final InetSocketAddress local;
  private InetSocketAddress remote;
  private End end;
  private ChannelPromise connecting;
  private Future<?> connectTimeout;
  private boolean open = true;
  private boolean wantsRead;
  private boolean readDue;

  /** One that connects. */
  SimChannel(Network net, String host) {
    super(null);
    this.net = net;
    this.host = host;
    this.local = Network.address(host, net.nextPort());
    net.add(this);
  }

  /** One that was accepted. */
  SimChannel(Network net, Channel parent, End end) {
    super(parent);
    this.net = net;
    this.host = end.host();
    this.local = end.local();
    this.remote = end.remote();
    this.end = end;
    end.accepted(this);
    net.add(this);
  }

  InetSocketAddress local() {
    return local;
  }

  String describe() {
    return "%s of %s to %s".formatted(local, ((SimLoop) eventLoop()).name(), remote);
  }

  boolean isGone() {
    return !open;
  }

  /** The connection is there. */
  void connected(End made) {
    if (!open) {
      made.close();
      return;
    }
    end = made;
    ChannelPromise promise = connecting;
    connecting = null;
    connectTimeout.cancel(false);
    promise.trySuccess();
    pipeline().fireChannelActive();
    if (end.isReadable()) {
      wakeReader();
    }
  }

  void refused(Exception cause) {
    if (connecting != null) {
      connectTimeout.cancel(false);
      ChannelPromise promise = connecting;
      connecting = null;
      promise.tryFailure(cause);
      unsafe().close(unsafe().voidPromise());
    }
  }

  void wakeReader() {
    if (wantsRead && !readDue && isRegistered()) {
      readDue = true;
      eventLoop().execute(this::readNow);
    }
  }

  private void readNow() {
    readDue = false;
    if (!open || !wantsRead || !end.isReadable()) {
      return;
    }
    if (end.isReset()) {
      pipeline().fireExceptionCaught(End.resetByPeer());
      unsafe().close(unsafe().voidPromise());
      return;
    }
    if (end.available() == 0) {
      unsafe().close(unsafe().voidPromise());
      return;
    }
    wantsRead = false;
    int reads = 1 + net.random().nextInt(4);
    while (reads-- > 0 && open && end.available() > 0 && !end.isReset()) {
      byte[] bytes = end.read(1 + net.random().nextInt(65_536));
      ByteBuf read = alloc().directBuffer(bytes.length).writeBytes(bytes);
      pipeline().fireChannelRead(read);
    }
    pipeline().fireChannelReadComplete();
  }

  /** The other side has read some. */
  void onRoom() {
    if (open) {
      ((SimUnsafe) unsafe()).flushOn();
    }
  }

  @Override
  protected void doBeginRead() {
    wantsRead = true;
    if (end != null && end.isReadable()) {
      wakeReader();
    }
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer out) {
    while (out.current() instanceof ByteBuf bytes) {
      int length = Math.min(bytes.readableBytes(), end.room());
      if (bytes.isReadable() && length <= 0) {
        return; // goes on as soon as there's room
      }
      byte[] copy = new byte[length];
      bytes.getBytes(bytes.readerIndex(), copy);
      if (length > 0 && !end.isReset()) {
        end.send(copy);
      }
      if (length == bytes.readableBytes()) {
        out.progress(length);
        out.remove();
      } else {
        out.removeBytes(length);
      }
    }
  }

  @Override
  protected void doClose() {
    if (!open) {
      return;
    }
    open = false;
    if (end != null) {
      end.close();
    }
    if (connecting != null) {
      connecting.tryFailure(new ClosedChannelException());
      connecting = null;
    }
    if (connectTimeout != null) {
      connectTimeout.cancel(false);
    }
  }

  @Override
  protected void doBind(SocketAddress address) {
    throw new UnsupportedOperationException("clients take whatever port there is");
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof SimLoop;
  }

  @Override
  protected SocketAddress localAddress0() {
    return local;
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return remote;
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
    return open && end != null;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new SimUnsafe();
  }

  private final class SimUnsafe extends AbstractUnsafe {

    void flushOn() {
      flush0();
    }

    @Override
    public void connect(SocketAddress to, SocketAddress from, ChannelPromise promise) {
      if (!promise.setUncancellable() || !ensureOpen(promise)) {
        return;
      }
      connecting = promise;
      remote = (InetSocketAddress) to;
      int millis = config.getConnectTimeoutMillis();
      connectTimeout =
          eventLoop()
              .schedule(
                  () ->
                      refused(new ConnectTimeoutException("connection timed out after " + millis)),
                  millis,
                  TimeUnit.MILLISECONDS);
      net.connect(SimChannel.this, host, remote);
    }
  }
}
