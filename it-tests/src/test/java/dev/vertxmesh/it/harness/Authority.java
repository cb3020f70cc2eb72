package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority of a test's own, made by the JDK's keytool and valid from now on. */
public final class Authority {

  private static final String PASSWORD = "changeit";
  private static final String SELF = "authority";

  private final Path folder;
  private final String name;

  /**
   * A certificate that the authority has signed, and its key.
   *
   * @param cert PEM
   * @param key PEM of PKCS#8
   */
  public record Identity(Path cert, Path key) {}

  /**
   * @param folder for its files; a test's own
   * @param name as certificates say it
   */
  public Authority(Path folder, String name) {
    this.folder = folder.resolve(name);
    this.name = name;
    try {
      Files.createDirectories(this.folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    generate(SELF, name, "-ext", "bc:c", "-ext", "ku:c=keyCertSign,cRLSign");
  }

  /** PEM of its own certificate. */
  public Path cert() {
    return identity(SELF).cert();
  }

  /**
   * Makes a key and a certificate for it.
   *
   * @param alternatives as keytool writes them, such as {@code ip:127.0.0.1} or {@code dns:a.b};
   *     empty for none
   */
  public Identity issue(String commonName, String alternatives) {
    generate(commonName, commonName);
    Path request = folder.resolve(commonName + ".csr");
    Path signed = folder.resolve(commonName + ".signed");
    keytool("-certreq", "-alias", commonName, "-file", request + "");
    List<String> sign = new ArrayList<>(List.of("-gencert", "-alias", SELF, "-validity", "3650"));
    sign.addAll(List.of("-rfc", "-infile", request + "", "-outfile", signed + ""));
    if (!alternatives.isEmpty()) {
      sign.addAll(List.of("-ext", "san=" + alternatives));
    }
    keytool(sign.toArray(String[]::new));
    keytool("-importcert", "-noprompt", "-alias", commonName, "-file", signed + "");
    return identity(commonName);
  }

  private void generate(String alias, String commonName, String... extensions) {
    List<String> command = new ArrayList<>(List.of("-genkeypair", "-alias", alias));
    command.addAll(List.of("-dname", "CN=" + commonName, "-validity", "3650"));
    command.addAll(List.of("-keyalg", "RSA", "-keysize", "2048"));
    command.addAll(List.of(extensions));
    keytool(command.toArray(String[]::new));
  }

  private void keytool(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool") + "");
    command.add("-J-XX:TieredStopAtLevel=1"); // it's over before the other compiler would pay
    command.addAll(List.of(arguments));
    command.addAll(List.of("-keystore", store() + "", "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", PASSWORD));
    Child.run("keytool of " + name, command);
  }

  private Path store() {
    return folder.resolve("keys.p12");
  }

  private Identity identity(String alias) {
    try (InputStream file = Files.newInputStream(store())) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(file, PASSWORD.toCharArray());
      Certificate cert = keys.getCertificate(alias);
      Key key = keys.getKey(alias, PASSWORD.toCharArray());
      return new Identity(
          pem(alias + ".crt", "CERTIFICATE", cert.getEncoded()),
          pem(alias + ".key", "PRIVATE KEY", key.getEncoded()));
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException("can't read " + store(), e);
    }
  }

  private Path pem(String file, String label, byte[] content) throws IOException {
    String body =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
    String text = "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(label, body, label);
    return Files.writeString(folder.resolve(file), text);
  }
}
