package dev.vertxmesh.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.net.tls.ClientCertificates;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.vertx.core.Future;
import java.lang.reflect.Proxy;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;

/** Who calls by a certificate: of a caller, and of an agent that says for whom. */
class ShownCertificatesTest extends AccessFixture {

  @Test
  void anAgentIsBelievedOnlyOnALinkThatIsTrusted() throws Exception {
    Map<String, String> said = Map.of("x-mesh-identity", "key:shop;partners");
    SSLSession agent = session(certificate("CN=mesh-consumer"));
    for (LinkTrust trust : LinkTrust.values()) {
      for (SSLSession tls : new SSLSession[] {null, session(), agent}) {
        boolean believed = trust == LinkTrust.ALWAYS || trust == LinkTrust.TLS && tls == agent;
        Call call = call(new Came(WireProtocol.LINK, Map.of(), tls), said);
        Future<Reply> reply = pass(filter(trust, null), call);
        assertThat(reply.succeeded()).as(trust + " " + tls).isEqualTo(believed);
        assertThat(call.attachments()).isEmpty();
        assertThat(call.record().identity()).isEqualTo(believed ? "key:shop" : null);
      }
    }
  }

  @Test
  void aCertificateSaysWhoCallsByItsFirstUriOrNameOrCommonName() throws Exception {
    assertThat(nameOf(certificate("CN=shop, O=x"))).isEqualTo("certificate:shop");
    X509Bundle named =
        new CertificateBuilder()
            .subject("CN=other")
            .addSanDnsName("shop.example.com")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    assertThat(nameOf(named.getCertificate())).isEqualTo("certificate:shop.example.com");
    X509Bundle spiffe =
        new CertificateBuilder()
            .subject("CN=other")
            .addSanDnsName("shop.example.com")
            .addSanUriName("spiffe://mesh/shop")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    assertThat(nameOf(spiffe.getCertificate())).isEqualTo("certificate:spiffe://mesh/shop");
  }

  @Test
  void whereNoCertificateIsAskedForNoneIsLookedFor() throws Exception {
    Access access = Access.open(null, null, meters);
    SSLSession session = session(certificate("CN=shop"));
    for (ClientCertificates clients : ClientCertificates.values()) {
      AccessFilter filter = new AccessFilter(access, "here", LinkTrust.NEVER, clients, null);
      Call call = call(new Came(WireProtocol.HTTP, Map.of(), session), Map.of());
      assertThat(pass(filter, call).succeeded()).isTrue();
      boolean none = clients == ClientCertificates.NONE;
      assertThat(call.record().identity()).isEqualTo(none ? null : "certificate:shop");
    }
  }

  private String nameOf(Certificate certificate) {
    Call call = call(new Came(WireProtocol.GRPC, Map.of(), session(certificate)), Map.of());
    assertThat(pass(filter(LinkTrust.TLS, null), call).succeeded()).isTrue();
    return call.record().identity();
  }

  private static Certificate certificate(String subject) throws Exception {
    return new CertificateBuilder()
        .subject(subject)
        .setIsCertificateAuthority(true)
        .buildSelfSigned()
        .getCertificate();
  }

  /** A session whose other end has shown these. */
  private static SSLSession session(Certificate... chain) {
    Map<Object, Object> values = new HashMap<>();
    return (SSLSession)
        Proxy.newProxyInstance(
            ShownCertificatesTest.class.getClassLoader(),
            new Class<?>[] {SSLSession.class},
            (proxy, method, args) -> {
              switch (method.getName()) {
                case "getPeerCertificates":
                  if (chain.length == 0) {
                    throw new SSLPeerUnverifiedException("none");
                  }
                  return chain;
                case "getValue":
                  return values.get(args[0]);
                case "putValue":
                  return values.put(args[0], args[1]);
                case "equals":
                  return proxy == args[0];
                case "toString":
                  return "session of " + chain.length;
                default:
                  throw new UnsupportedOperationException(method.getName());
              }
            });
  }
}
