package org.apache.zookeeper;

import io.netty.channel.Channel;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * The socket of ZooKeeper's client that Netty has, encrypted by whoever made the session's
 * configuration. By itself it would read key stores from files at each connection, and would tell
 * nobody why a handshake has failed.
 *
 * <p>It stands in ZooKeeper's own package since sockets are made and extended in there alone.
 */
public final class EncryptedSocket extends ClientCnxnSocketNetty {

  /** What the configuration of such a session has to be, too. */
  public interface Encryption {

    /**
     * Has all be encrypted that's sent, of which there was nothing yet. On Netty's thread.
     *
     * @param server as it was told, by its name if it has one
     */
    void encrypt(Channel connected, InetSocketAddress server);
  }

  /** Which no method gives away. */
  private static final VarHandle CHANNEL = channel();

  private final Encryption encryption;
  private volatile InetSocketAddress server;

  EncryptedSocket(ZKClientConfig config) throws IOException {
    super(config);
    encryption = (Encryption) config;
  }

  private static VarHandle channel() {
    try {
      return MethodHandles.privateLookupIn(ClientCnxnSocketNetty.class, MethodHandles.lookup())
          .findVarHandle(ClientCnxnSocketNetty.class, "channel", Channel.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  void connect(InetSocketAddress address) throws IOException {
    server = address;
    super.connect(address);
  }

  /** The first message is ready to be sent, which waits until this is done. */
  @Override
  void connectionPrimed() {
    Channel connected = (Channel) CHANNEL.get(this);
    try {
      encryption.encrypt(connected, server);
    } catch (RuntimeException e) {
      connected.close(); // or all would go out in plain text
      throw e;
    }
  }
}
