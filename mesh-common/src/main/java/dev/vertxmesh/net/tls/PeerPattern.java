package dev.vertxmesh.net.tls;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which of the names in a certificate are meant: {@code spiffe://mesh/ns/shop/sa/orders}, {@code
 * orders.svc} or {@code 10.0.0.7}. One {@code *} stands for a whole segment of a URI's path, or for
 * a whole label of a DNS name, and never for more than one of them.
 */
public final class PeerPattern {

  /** What a name has to look like, for those who gave another. */
  public static final String EXPECTED =
      "the name in a certificate, such as spiffe://mesh/ns/shop/sa/orders or orders.svc, in which"
          + " one * may stand for a segment of the path or for a label";

  private static final Pattern TEXT = Pattern.compile("[!-+\\--~]{1,2048}");

  /** The host, whom the rest belongs to, is never left open. */
  private static final Pattern URI = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:[^*]*");

  private static final Pattern URI_WITH_STAR =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^*/]+(?:/[^*]*)?/\\*(?:/[^*]*)?");

  private static final Pattern DNS_WITH_STAR =
      Pattern.compile("(?:[^*]+\\.)?\\*(?:\\.[^*]+)|(?:[^*]+\\.)\\*");

  private final String text;
  private final Pattern pattern;

  private PeerPattern(String text, Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /**
   * @throws IllegalArgumentException if it's none, with what was expected
   */
  public static PeerPattern parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      throw unexpected(text);
    }
    boolean isUri = text.indexOf('/') >= 0 || URI.matcher(text).matches() && !isIp(text);
    String name = isUri ? text : isIp(text) ? ip(text) : text.toLowerCase(Locale.ROOT);
    int star = name.indexOf('*');
    if (star < 0) {
      return new PeerPattern(text, Pattern.compile(Pattern.quote(name)));
    }
    if (!(isUri ? URI_WITH_STAR : DNS_WITH_STAR).matcher(name).matches()) {
      throw unexpected(text);
    }
    String any = isUri ? "[^/?#]+" : "[^./:]+";
    String before = Pattern.quote(name.substring(0, star));
    String after = Pattern.quote(name.substring(star + 1));
    return new PeerPattern(text, Pattern.compile(before + any + after));
  }

  private static IllegalArgumentException unexpected(String text) {
    return new IllegalArgumentException("'" + text + "' is no such name, expected " + EXPECTED);
  }

  private static boolean isIp(String text) {
    return NetUtil.createByteArrayFromIpAddressString(text) != null;
  }

  /** As Java writes those of certificates. */
  private static String ip(String text) {
    try {
      return InetAddress.getByAddress(NetUtil.createByteArrayFromIpAddressString(text))
          .getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e); // it has 4 or 16 bytes
    }
  }

  /**
   * @param name as {@link PeerNames} has it
   */
  public boolean matches(String name) {
    return pattern.matcher(name).matches();
  }

  @Override
  public String toString() {
    return text;
  }
}
