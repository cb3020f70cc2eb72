package dev.vertxmesh.http1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.testing.smuggling.Attack;
import dev.vertxmesh.testing.smuggling.Corpus;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.vertx.core.http.HttpServerOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guard sees the same requests however bytes are cut, and the decoder behind it sees no others.
 */
class GuardAndDecoderTest {

  private static final HeadLimits LIMITS = HeadLimits.of(new HttpServerOptions());

  @ParameterizedTest
  @MethodSource("dev.vertxmesh.testing.smuggling.Corpus#all")
  void nothingDependsOnThePiecesThatBytesComeIn(Attack attack) {
    byte[] bytes = attack.bytes();
    GuardedChannel whole = new GuardedChannel().send(bytes);
    for (int cut = 1; cut < bytes.length; cut += bytes.length > 2_000 ? 97 : 1) {
      GuardedChannel two = new GuardedChannel().send(bytes, 0, cut).send(bytes, cut, bytes.length);
      isTheSame(two, whole);
    }
    GuardedChannel single = new GuardedChannel();
    for (int at = 0; at < bytes.length; at++) {
      single.send(bytes, at, at + 1);
    }
    isTheSame(single, whole);
    whole.close();
  }

  private static void isTheSame(GuardedChannel channel, GuardedChannel as) {
    assertThat(channel.requests()).isEqualTo(as.requests());
    assertThat(String.valueOf(channel.cause())).isEqualTo(String.valueOf(as.cause()));
    channel.close();
  }

  /** The decoder must not find other requests than the guard in what the guard has passed. */
  @Test
  void theDecoderFindsTheRequestsThatTheGuardFinds() {
    List<Attack> corpus = Corpus.all();
    Random random = new Random(16);
    for (int i = 0; i < 10_000; i++) {
      Attack attack = corpus.get(random.nextInt(corpus.size()));
      if (attack.text().length() < 2_000) {
        byte[] bytes = Mutation.of(attack.bytes(), corpus, random);
        agrees(bytes);
      }
    }
  }

  private static void agrees(byte[] bytes) {
    RequestWalk walk = new RequestWalk(LIMITS);
    ByteBuf in = Unpooled.wrappedBuffer(bytes);
    GuardedChannel decoder = GuardedChannel.without();
    String shown = new String(bytes, StandardCharsets.ISO_8859_1);
    int requests = 0;
    int from = 0;
    try {
      for (int at = 0; at < bytes.length; ) {
        at = walk.next(in, at, bytes.length);
        if (walk.isBetween()) {
          requests++;
          decoder.send(bytes, from, at);
          assertThat(decoder.cause()).as(shown).isNull();
          assertThat(decoder.requests()).as(shown).hasSize(requests);
          from = at;
        }
      }
    } catch (BadRequest e) {
      // and nothing behind it matters
    } finally {
      decoder.close();
    }
  }
}
