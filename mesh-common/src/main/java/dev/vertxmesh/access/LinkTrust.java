package dev.vertxmesh.access;

import dev.vertxmesh.access.who.Identity;
import javax.net.ssl.SSLSession;

/** Whether an agent believes what the one at a link's other end says of who calls. */
public enum LinkTrust {
  /** Where that one has shown a certificate. */
  TLS,
  /** Always: nobody but agents can reach the port. */
  ALWAYS,
  /** Never. */
  NEVER;

  boolean believes(SSLSession session) {
    return this == ALWAYS || this == TLS && CertificateNames.of(session) != Identity.ANONYMOUS;
  }
}
