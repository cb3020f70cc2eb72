package dev.vertxmesh.discovery.nacos.wire;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.net.tls.TlsClient;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/**
 * The servers of one Nacos, and as whom they're spoken to.
 *
 * @param servers with HTTP's port
 * @param rpcPort of gRPC; 0 for the one that is 1000 above HTTP's
 * @param tls null for cleartext
 * @param namespace empty for the one that everybody has
 * @param user null for none
 * @param password null for none
 * @param localHost this machine's address, for people who look at a server's lists
 */
public record NacosServers(
    List<HostPort> servers,
    int rpcPort,
    TlsClient tls,
    String namespace,
    String user,
    String password,
    String localHost) {

  private static final int RPC_OFFSET = 1_000;

  /** Where a server takes gRPC. */
  HostPort rpc(int server) {
    HostPort http = servers.get(server);
    return new HostPort(http.host(), rpcPort > 0 ? rpcPort : http.port() + RPC_OFFSET);
  }

  /** Nothing secret. */
  @Override
  public String toString() {
    return "nacos://" + servers;
  }

  /** An address of this machine that others may know it by. */
  public static String addressOfThisMachine() {
    try {
      return NetworkInterface.networkInterfaces()
          .flatMap(NetworkInterface::inetAddresses)
          .filter(InetAddress::isSiteLocalAddress)
          .map(InetAddress::getHostAddress)
          .findFirst()
          .orElse("127.0.0.1");
    } catch (SocketException e) {
      return "127.0.0.1";
    }
  }
}
