package dev.vertxmesh.it.attacks;

import static dev.vertxmesh.it.harness.GrpcServer.STORE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.it.harness.Answer;
import dev.vertxmesh.it.harness.Http;

/** What a good caller has put into the key-value store, and asks for again and again, in JSON. */
final class StoredValue {

  private static final String KEY = "Z29vZA==";
  private static final String VALUE = "dg==";

  private final Http http;

  /** Puts it there. */
  StoredValue(Http http) {
    this.http = http;
    String body = "{\"key\":\"%s\",\"value\":\"%s\"}".formatted(KEY, VALUE);
    assertThat(http.json(STORE, "Create", body).status()).isEqualTo(200);
  }

  void assertIsThere() {
    Answer answer = http.json(STORE, "Retrieve", "{\"key\":\"%s\"}".formatted(KEY));
    assertThat(answer.status()).as("%s", answer).isEqualTo(200);
    assertThat(answer.body()).contains(VALUE);
  }
}
