package dev.vertxmesh.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page: one file with its style and script inside.
 *
 * @param policy a Content-Security-Policy that lets exactly this style and this script in, by their
 *     hashes
 */
record Page(String html, String policy) {

  static Page load() {
    String html = read("page.html");
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action"
            + " 'none'; frame-ancestors 'none'; style-src '"
            + hash(between(html, "<style>", "</style>"))
            + "'; script-src '"
            + hash(between(html, "<script>", "</script>"))
            + "'";
    return new Page(html, policy);
  }

  private static String read(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String between(String html, String open, String close) {
    int start = html.indexOf(open) + open.length();
    return html.substring(start, html.indexOf(close, start));
  }

  private static String hash(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
