package dev.vertxmesh.admin;

import dev.vertxmesh.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The page: one document with its style and its scripts inside.
 *
 * @param policy a Content-Security-Policy that lets exactly this style and these scripts in, by
 *     their hashes
 */
record Page(String html, String policy) {

  private static final Pattern STYLE = Pattern.compile("<link rel=\"stylesheet\" href=\"(.+)\">");
  private static final Pattern SCRIPT = Pattern.compile("<script src=\"(.+)\"></script>");

  static Page load() {
    List<String> styles = new ArrayList<>();
    List<String> scripts = new ArrayList<>();
    String html = inlined(read("page.html"), STYLE, "style", styles);
    html = inlined(html, SCRIPT, "script", scripts);
    String policy =
        "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action"
            + " 'none'; frame-ancestors 'none'; style-src "
            + String.join(" ", styles)
            + "; script-src "
            + String.join(" ", scripts);
    return new Page(html, policy);
  }

  /**
   * With each file that is named in the place where it's named.
   *
   * @param hashes is given what the policy lets in
   */
  private static String inlined(String html, Pattern named, String tag, List<String> hashes) {
    return named
        .matcher(html)
        .replaceAll(
            found -> {
              String text = read(found.group(1));
              hashes.add(hash(text));
              return Matcher.quoteReplacement("<%s>%s</%s>".formatted(tag, text, tag));
            });
  }

  private static String read(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String hash(String text) {
    return "'sha256-" + Base64.getEncoder().encodeToString(Sha256.of(text)) + "'";
  }
}
