package dev.vertxmesh.ingress.http;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Same;
import dev.vertxmesh.text.KnownTexts;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The contest's form: read or refused with a {@link BadCall}; what is read is what Netty reads, and
 * is the same when it's written again.
 */
class FormFuzz {

  private static final Price PRICE = new Price(16);

  /** Of all inputs so far, as an event loop has it. */
  private static final KnownTexts KNOWN = new KnownTexts();

  /**
   * Of ASCII; in fields that the form leaves alone too a % has its two digits; and no name is
   * empty, as Netty takes what is behind the = for one then.
   */
  private static final Pattern NETTYS =
      Pattern.compile("(?!=)(?!(?s:.*)&+=)(?:[\\x00-\\x7f&&[^;#%]]|%[0-9a-fA-F]{2})*+");

  @FuzzTest
  void forms(byte[] input) {
    Form[] form = new Form[1];
    PRICE.hold(input.length, () -> form[0] = read(input));
    if (form[0] == null) {
      return;
    }
    expectSame(form[0], read(written(form[0])));
    String text = new String(input, StandardCharsets.ISO_8859_1);
    if (NETTYS.matcher(text).matches()) {
      Map<String, List<String>> netty = new QueryStringDecoder(text, false).parameters();
      Same.expect(netty.get("interface"), List.of(form[0].interfaceName()));
      Same.expect(netty.get("method"), List.of(form[0].method()));
      Same.expect(netty.get("parameterTypesString"), List.of(form[0].parameterTypes()));
      Same.expect(
          netty.get("parameter"), List.of(new String(form[0].parameter(), StandardCharsets.UTF_8)));
    }
  }

  /** Null if it's refused. */
  private static Form read(byte[] input) {
    try {
      return Form.parse(input, KNOWN);
    } catch (BadCall e) {
      return null;
    }
  }

  private static byte[] written(Form form) {
    return "interface=%s&method=%s&parameterTypesString=%s&parameter=%s"
        .formatted(
            encoded(form.interfaceName()),
            encoded(form.method()),
            encoded(form.parameterTypes()),
            encoded(new String(form.parameter(), StandardCharsets.UTF_8)))
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static void expectSame(Form one, Form other) {
    boolean same =
        one.interfaceName().equals(other.interfaceName())
            && one.method().equals(other.method())
            && one.parameterTypes().equals(other.parameterTypes())
            && Arrays.equals(one.parameter(), other.parameter());
    if (!same) {
      throw new AssertionError("%s is read as %s".formatted(one, other));
    }
  }
}
