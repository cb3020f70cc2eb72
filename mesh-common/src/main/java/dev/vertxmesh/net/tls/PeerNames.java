package dev.vertxmesh.net.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * Whom a certificate is for, by its subject's alternative names (RFC 5280, 4.2.1.6). The subject
 * itself doesn't count (RFC 9525, 2).
 *
 * @param dns in lower case, such as {@code agent.example.com} or {@code *.example.com}
 * @param ips as Java writes addresses
 * @param uris such as {@code spiffe://example.com/agent}
 */
public record PeerNames(List<String> dns, List<String> ips, List<String> uris) {

  private static final int DNS = 2;
  private static final int URI = 6;
  private static final int IP = 7;

  /** Of who has shown no certificate. */
  public static final PeerNames NONE = new PeerNames(List.of(), List.of(), List.of());

  public PeerNames {
    dns = List.copyOf(dns);
    ips = List.copyOf(ips);
    uris = List.copyOf(uris);
  }

  public static PeerNames of(X509Certificate certificate) {
    List<String> dns = new ArrayList<>();
    List<String> ips = new ArrayList<>();
    List<String> uris = new ArrayList<>();
    for (List<?> name : alternatives(certificate)) {
      String value = String.valueOf(name.get(1));
      switch ((Integer) name.get(0)) {
        case DNS -> dns.add(value.toLowerCase(Locale.ROOT));
        case IP -> ips.add(value);
        case URI -> uris.add(value);
        default -> {} // directories' and mail's say nothing of a peer
      }
    }
    return new PeerNames(dns, ips, uris);
  }

  private static Collection<List<?>> alternatives(X509Certificate certificate) {
    try {
      Collection<List<?>> found = certificate.getSubjectAlternativeNames();
      return found == null ? List.of() : found;
    } catch (CertificateParsingException e) {
      return List.of(); // for nobody, then
    }
  }

  /** All of them, URIs first, as they say the most. */
  public List<String> all() {
    List<String> all = new ArrayList<>(uris);
    all.addAll(dns);
    all.addAll(ips);
    return all;
  }

  /**
   * Whether it's for a host of this name; a {@code *} stands for one label, the first.
   *
   * @param host in lower case
   */
  boolean isFor(String host) {
    int dot = host.indexOf('.');
    return dns.contains(host) || dot > 0 && dns.contains("*" + host.substring(dot));
  }
}
