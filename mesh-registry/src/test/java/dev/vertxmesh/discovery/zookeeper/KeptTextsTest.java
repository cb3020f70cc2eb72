package dev.vertxmesh.discovery.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.discovery.kind.EntryBounds;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of somebody who puts as much under a node as a server takes. */
class KeptTextsTest {

  private static final int ROOM = 2 << 20;
  private static final byte[] LARGE = new byte[1 << 20];

  private final TextRoom room = new TextRoom(ROOM);
  private final KeptTexts texts = new KeptTexts(room);

  @Test
  void oneThatIsTooLargeIsKeptAsOneThatIs() {
    texts.put("a", LARGE);
    assertThat(texts.all().get("a")).hasSize(EntryBounds.LARGEST_ENTRY + 1);
  }

  @Test
  void soIsOneWhoseCharactersTakeSeveralBytes() {
    String text = "\u20ac".repeat(EntryBounds.LARGEST_ENTRY / 2);
    texts.put("a", text.getBytes(StandardCharsets.UTF_8));
    assertThat(texts.all().get("a")).hasSize(EntryBounds.LARGEST_ENTRY + 1);
  }

  @Test
  void thoseForWhichThereIsNoRoomAreNotKept() {
    for (int i = 0; i < 100; i++) {
      texts.put("text-" + i, LARGE);
    }
    assertThat(texts.isFull()).isTrue();
    assertThat(texts.all()).hasSize(ROOM / EntryBounds.LARGEST_ENTRY - 1);
    texts.retain(Set.of("text-0"));
    assertThat(texts.all()).containsOnlyKeys("text-0");
    texts.clear();
    assertThat(texts.isFull()).isFalse();
    assertThat(room.take(ROOM)).as("all of it was given back").isTrue();
  }

  @Test
  void anotherTextTakesThePlaceOfTheOneBefore() {
    for (int i = 0; i < 100; i++) {
      texts.put("a", LARGE);
    }
    texts.remove("a");
    assertThat(texts.isFull()).isFalse();
    assertThat(room.take(ROOM)).isTrue();
  }
}
