package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.net.tls.PeerNames;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.stream.Stream;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Whose certificate the other end of a connection has shown: its first name that is a URI, or else
 * its first of the DNS (RFC 5280, 4.2.1.6), or else its common name. TLS has made sure of it.
 */
final class CertificateNames {

  private static final String KNOWN = "dev.vertxmesh.identity";

  private CertificateNames() {}

  /**
   * Looked up once a session.
   *
   * @param session null for a connection in plain text
   */
  static Identity of(SSLSession session) {
    if (session == null) {
      return Identity.ANONYMOUS;
    }
    if (session.getValue(KNOWN) instanceof Identity known) {
      return known;
    }
    Identity found = find(session);
    session.putValue(KNOWN, found);
    return found;
  }

  private static Identity find(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      String name = chain.length > 0 && chain[0] instanceof X509Certificate x ? name(x) : null;
      return name == null
          ? Identity.ANONYMOUS
          : Identity.of(Identity.Kind.CERTIFICATE, name, Set.of());
    } catch (SSLPeerUnverifiedException | IllegalArgumentException e) {
      return Identity.ANONYMOUS; // it has shown none, or one that names nobody
    }
  }

  private static String name(X509Certificate certificate) {
    PeerNames names = PeerNames.of(certificate);
    return Stream.concat(names.uris().stream(), names.dns().stream())
        .findFirst()
        .orElseGet(() -> commonName(certificate));
  }

  private static String commonName(X509Certificate certificate) {
    try {
      for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
        if (part.getType().equalsIgnoreCase("CN")) {
          return String.valueOf(part.getValue());
        }
      }
      return null;
    } catch (InvalidNameException e) {
      return null;
    }
  }
}
