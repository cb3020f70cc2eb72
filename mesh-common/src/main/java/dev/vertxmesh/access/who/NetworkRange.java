package dev.vertxmesh.access.who;

import io.netty.util.NetUtil;

/**
 * Addresses that begin with the same bits, such as {@code 10.0.0.0/8} or {@code fd00::/8}.
 *
 * @param text as it was given
 */
public record NetworkRange(byte[] address, int bits, String text) {

  /**
   * @throws IllegalArgumentException saying what was expected
   */
  public static NetworkRange parse(String text) {
    int slash = text.indexOf('/');
    byte[] address =
        NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      throw new IllegalArgumentException("expected an address, or one and its bits as 10.0.0.0/8");
    }
    int most = address.length * Byte.SIZE;
    int bits = slash < 0 ? most : bits(text.substring(slash + 1), most);
    return new NetworkRange(address, bits, text);
  }

  private static int bits(String text, int most) {
    try {
      int bits = Integer.parseInt(text);
      if (bits >= 0 && bits <= most) {
        return bits;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException("expected from 0 to %d bits after the /".formatted(most));
  }

  /**
   * @param host an address in text; null and anything else are in no network
   */
  public boolean contains(String host) {
    byte[] other = host == null ? null : bytes(host);
    if (other == null || other.length != address.length) {
      return false;
    }
    for (int i = 0; i < bits; i++) {
      int mask = 0x80 >> (i & 7);
      if ((address[i >> 3] & mask) != (other[i >> 3] & mask)) {
        return false;
      }
    }
    return true;
  }

  /** One of IPv4 that comes in IPv6 ({@code ::ffff:10.0.0.1}) is one of IPv4. */
  private static byte[] bytes(String host) {
    int zone = host.indexOf('%');
    byte[] bytes =
        NetUtil.createByteArrayFromIpAddressString(zone < 0 ? host : host.substring(0, zone));
    if (bytes == null || bytes.length == 4) {
      return bytes;
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return bytes;
      }
    }
    return bytes[10] == -1 && bytes[11] == -1 ? java.util.Arrays.copyOfRange(bytes, 12, 16) : bytes;
  }
}
