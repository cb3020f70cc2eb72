package dev.vertxmesh.kvstore.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class StoreTest {
  private static final ByteString KEY = bytes("key");
  private static final ByteString OTHER = bytes("other");

  private final Store store = Stores.inMemory(10_000);

  private static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  @Test
  void what_was_created_is_retrieved() {
    Result created = store.create(KEY, bytes("a"));

    assertThat(created.outcome()).isEqualTo(Outcome.DONE);
    assertThat(store.retrieve(KEY).entry()).isEqualTo(created.entry());
    assertThat(store.retrieve(OTHER).outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void a_key_is_created_once() {
    store.create(KEY, bytes("a"));

    assertThat(store.create(KEY, bytes("b")).outcome()).isEqualTo(Outcome.EXISTS);
    assertThat(store.retrieve(KEY).entry().value()).isEqualTo(bytes("a"));
  }

  @Test
  void an_update_needs_a_value_to_replace() {
    assertThat(store.update(KEY, bytes("b")).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(store.update(KEY, bytes("b"), 1).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(store.size()).isZero();
  }

  @Test
  void of_two_who_have_read_the_same_version_one_updates() {
    long read = store.create(KEY, bytes("a")).entry().version();

    assertThat(store.update(KEY, bytes("b"), read).outcome()).isEqualTo(Outcome.DONE);
    assertThat(store.update(KEY, bytes("c"), read).outcome()).isEqualTo(Outcome.OTHER_VERSION);
    assertThat(store.retrieve(KEY).entry().value()).isEqualTo(bytes("b"));
  }

  @Test
  void an_update_without_a_version_is_seen_by_those_with_one() {
    long read = store.create(KEY, bytes("a")).entry().version();
    store.update(KEY, bytes("b"));

    assertThat(store.update(KEY, bytes("c"), read).outcome()).isEqualTo(Outcome.OTHER_VERSION);
    assertThat(store.delete(KEY, read).outcome()).isEqualTo(Outcome.OTHER_VERSION);
  }

  @Test
  void a_key_made_anew_is_not_taken_for_the_one_that_was_read() {
    long read = store.create(KEY, bytes("a")).entry().version();
    store.delete(KEY);
    store.create(KEY, bytes("a"));

    assertThat(store.update(KEY, bytes("b"), read).outcome()).isEqualTo(Outcome.OTHER_VERSION);
    assertThat(store.delete(KEY, read).outcome()).isEqualTo(Outcome.OTHER_VERSION);
  }

  @Test
  void what_is_deleted_is_gone() {
    long read = store.create(KEY, bytes("a")).entry().version();

    assertThat(store.delete(KEY, read).outcome()).isEqualTo(Outcome.DONE);
    assertThat(store.delete(KEY).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(store.delete(KEY, read).outcome()).isEqualTo(Outcome.MISSING);
    assertThat(store.retrieve(KEY).outcome()).isEqualTo(Outcome.MISSING);
  }

  @Test
  void a_full_store_takes_nothing_more_but_gives_room_back() {
    ByteString large = bytes("x".repeat(6_000));
    store.create(KEY, large);

    Result refused = store.create(OTHER, large);
    assertThat(refused.outcome()).isEqualTo(Outcome.FULL);
    assertThat(store.update(KEY, large).outcome()).isEqualTo(Outcome.DONE);
    assertThat(store.update(KEY, bytes("x".repeat(12_000))).outcome()).isEqualTo(Outcome.FULL);
    assertThat(store.update(KEY, bytes("small")).outcome()).isEqualTo(Outcome.DONE);
    assertThat(store.create(OTHER, large).outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void bytes_are_counted_and_counted_back() {
    store.create(KEY, bytes("12345"));
    assertThat(store.bytes()).isEqualTo(Store.OVERHEAD + 3 + 5);

    store.update(KEY, bytes("1"));
    assertThat(store.bytes()).isEqualTo(Store.OVERHEAD + 3 + 1);

    store.delete(KEY);
    assertThat(store.bytes()).isZero();
  }
}
