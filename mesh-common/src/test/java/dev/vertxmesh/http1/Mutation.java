package dev.vertxmesh.http1;

import dev.vertxmesh.testing.smuggling.Attack;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Bytes that are a little different from others. */
final class Mutation {

  /** What is more likely to matter than any byte is. */
  private static final String[] WORDS = {
    "\r",
    "\n",
    "\r\n",
    "\r\n\r\n",
    " ",
    "\t",
    "\0",
    ":",
    ";",
    ",",
    "0",
    "1",
    "f",
    "chunked",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Host: a\r\n",
    "HTTP/1.0",
    "X",
    "0\r\n\r\n",
    "Upgrade: x\r\n",
    "GET / HTTP/1.1\r\n",
    "Connection: close\r\n"
  };

  private Mutation() {}

  static byte[] of(byte[] bytes, List<Attack> others, Random random) {
    StringBuilder text = new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1));
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(4));
      switch (random.nextInt(5)) {
        case 0 -> text.replace(at, end, WORDS[random.nextInt(WORDS.length)]);
        case 1 -> text.insert(at, WORDS[random.nextInt(WORDS.length)]);
        case 2 -> text.delete(at, end);
        case 3 -> text.insert(at, (char) random.nextInt(256));
        default -> {
          String other = others.get(random.nextInt(others.size())).text();
          int from = random.nextInt(other.length());
          text.insert(at, other, from, Math.min(other.length(), from + random.nextInt(60)));
        }
      }
    }
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
