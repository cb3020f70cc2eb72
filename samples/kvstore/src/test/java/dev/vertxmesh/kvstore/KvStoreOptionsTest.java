package dev.vertxmesh.kvstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class KvStoreOptionsTest {

  private static JsonObject with(String name, Object value) {
    return new JsonObject().put(name, value);
  }

  private static void refuses(JsonObject config, String why) {
    assertThatThrownBy(() -> KvStoreOptions.from(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(why);
  }

  @Test
  void nothing_needs_to_be_said() {
    KvStoreOptions options = KvStoreOptions.from(new JsonObject());

    assertThat(options.host()).isEqualTo("127.0.0.1");
    assertThat(options.port()).isEqualTo(50051);
    assertThat(options.readDelay()).isEqualTo(10);
    assertThat(options.writeDelay()).isEqualTo(50);
    assertThat(options.locked()).isFalse();
    assertThat(options.file()).isNull();
  }

  @Test
  void what_is_bad_is_named_with_what_was_expected() {
    refuses(with("prot", 1), "prot: is unknown, expected one of [file, host, ");
    refuses(with("port", 65_536), "port: is 65536, expected 0 to 65535");
    refuses(with("port", "80"), "port: is 80, expected a whole number");
    refuses(with("port", 1L << 40), "port: is 1099511627776, expected at most 2147483647");
    refuses(with("readDelay", -1), "readDelay: is -1, expected 0 to 3600000");
    refuses(with("mode", "fast"), "mode: is fast, expected concurrent or locked");
    refuses(with("file", 7), "file: is 7, expected text");
    refuses(with("sync", "yes"), "sync: is yes, expected true or false");
    refuses(with("host", " "), "host: is empty, expected an address");
    refuses(with("maxKey", 0), "maxKey: is 0, expected 1 to 1048576");
  }
}
