package dev.vertxmesh.it.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** TLS 1.1, which today's JDKs don't speak unless they are made to. */
public final class OldTls {

  /** A client's hello (RFC 4346, 7.4.1.2) without extensions, for two suites of RSA. */
  private static final String HELLO =
      "160301002f0100002b0302" + "11".repeat(32) + "000004002fc0130100";

  /** The record, the message and the version that a server's hello begins with. */
  private static final String ANSWER = "160302[0-9a-f]{4}02[0-9a-f]{6}0302.*";

  private OldTls() {}

  /**
   * Flags of a JVM that speaks it and nothing newer, whatever its programs ask for.
   *
   * @param folder for a file; a test's own
   */
  public static List<String> alone(Path folder) {
    Path properties = folder.resolve("old-tls.security");
    try {
      Files.writeString(properties, "jdk.tls.disabledAlgorithms=TLSv1.3, TLSv1.2, TLSv1, SSLv3\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of("-Djava.security.properties=" + properties);
  }

  /** Whether a server of this machine with a certificate of RSA agrees to it. */
  public static boolean isSpokenAt(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(100_000);
      socket.getOutputStream().write(HexFormat.of().parseHex(HELLO));
      byte[] begin = socket.getInputStream().readNBytes(11);
      return HexFormat.of().formatHex(begin).matches(ANSWER);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
