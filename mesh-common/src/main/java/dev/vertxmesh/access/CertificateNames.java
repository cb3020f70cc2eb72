package dev.vertxmesh.access;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
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
  private static final int URI = 6;
  private static final int DNS = 2;

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
    String uri = alternative(certificate, URI);
    String name = uri == null ? alternative(certificate, DNS) : uri;
    return name == null ? commonName(certificate) : name;
  }

  private static String alternative(X509Certificate certificate, int kind) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        for (List<?> name : names) {
          if (name.get(0).equals(kind) && name.get(1) instanceof String text) {
            return text;
          }
        }
      }
      return null;
    } catch (CertificateParsingException e) {
      return null;
    }
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
