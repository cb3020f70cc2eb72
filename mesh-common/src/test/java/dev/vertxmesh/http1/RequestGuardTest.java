package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestGuardTest {

  @Test
  void theCorpusHasManyKinds() {
    assertThat(Corpus.all()).hasSizeGreaterThan(150);
  }

  /** One test, and not one an attack: as such PIT would take minutes for each of its mutations. */
  @Test
  void whatIsRightPassesAndTheFirstWrongRequestIsTheLast() {
    for (Attack attack : Corpus.all()) {
      GuardedChannel channel = new GuardedChannel().send(attack.bytes());
      isAsExpected(attack, channel);
      channel.close();
    }
  }

  private static void isAsExpected(Attack attack, GuardedChannel channel) {
    String what = attack + ": " + channel.cause();
    assertThat(channel.requests()).as(what).hasSize(attack.right());
    if (attack.status() == 0) {
      assertThat(channel.cause()).as(what).isNull();
    } else {
      assertThat(channel.cause()).as(what).isInstanceOf(BadRequest.class);
      assertThat(BadRequest.statusOf(channel.cause())).as(what).isEqualTo(attack.status());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          POST / HTTP/1.1~Host: a~X y: z~~            | header line 2: a blank after 'x', expected a name and a colon right behind it
          POST / HTTP/1.1~Host: a~ b: c~~             | header line 2: it begins with a blank, expected a name: nothing may be folded
          POST / HTTP/1.1~~                           | header host: it is missing, expected once in HTTP/1.1
          POST / HTTP/1.1~Host: a~Host: a~~           | header host: it is there more than once
          POST / HTTP/1.1~Host: a/b~~                 | header host: '/', expected HOST or HOST:PORT
          POST / HTTP/1.1~Content-Length: +5~~        | header content-length: '+' in its value, expected 1 to 18 digits
          POST / HTTP/1.1~Content-Xength: 5~~         | header content-xength: expected no name that others read as content-length
          POST / HTTP/9.9~~                           | request line: HTTP/9.9, expected HTTP/1.1 or HTTP/1.0
          POST  / HTTP/1.1~~                          | request line: a blank where the target begins, expected METHOD TARGET HTTP/1.1 with one blank between
          POST / HTTP/1.1~Host: a~Transfer-Encoding: x~~           | header transfer-encoding: another coding, expected chunked alone
          POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~5 ~  | size of a chunk: a blank, expected hexadecimal digits, then ';' or CR and LF
          POST / HTTP/1.1~Host: a~Transfer-Encoding: chunked~~2~abc | end of a chunk: 'c', expected a CR and LF after as many bytes as its size says
          """)
  void aRefusalSaysWhatWhereAndWhatWasExpected(String text, String detail) {
    GuardedChannel channel = new GuardedChannel().send(Bytes.of(text.replace("~", "\r\n")));
    assertThat(channel.cause()).hasMessage(detail);
    channel.close();
  }
}
