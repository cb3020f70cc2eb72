package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpgradeTest {

  /** A window of 65,535 bytes. */
  private static final String SETTINGS = "AAQAAP__";

  private static final String OPTIONS = "Upgrade, HTTP2-Settings";

  private static HttpRequest request(HttpVersion version, String... headers) {
    HttpRequest request = new DefaultHttpRequest(version, HttpMethod.GET, "/");
    request.headers().add("upgrade", "h2c").add("connection", OPTIONS);
    for (int i = 0; i < headers.length; i += 2) {
      request.headers().add(headers[i], headers[i + 1]);
    }
    return request;
  }

  private static void assertLeft(HttpRequest request, boolean left) {
    assertThat(Upgrade.isLeft(request)).isEqualTo(left);
    assertThat(request.headers().contains("upgrade")).isEqualTo(left);
  }

  private static HttpRequest with(String... headers) {
    return request(HttpVersion.HTTP_1_1, headers);
  }

  @ParameterizedTest
  @ValueSource(strings = {SETTINGS, "", "AAQAAP__AAMAAABk", "AAQAAP__AJkAAAAB"})
  void oneWithSettingsGoesOnAsHttp2(String settings) {
    assertLeft(with("http2-settings", settings), true);
    assertLeft(with("http2-settings", settings, "content-length", "0"), true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AAQAAP/+", "%%%", "AAQAAP", "AAQAAP__AA", "AAT_____", "AAIAAAAC"})
  void settingsThatAreNoneAreLeftAlone(String settings) {
    assertLeft(with("http2-settings", settings), false);
  }

  @Test
  void thereIsExactlyOneOfThem() {
    assertLeft(with(), false);
    assertLeft(with("http2-settings", SETTINGS, "http2-settings", SETTINGS), false);
  }

  @Test
  void oneWithABodyStaysAsItIs() {
    assertLeft(with("http2-settings", SETTINGS, "content-length", "3"), false);
    assertLeft(with("http2-settings", SETTINGS, "transfer-encoding", "chunked"), false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "close", "http2-settings", "upgrade", "upgraded, http2-settings"})
  void oneThatIsNotMeantForThisHopStaysAsItIs(String options) {
    HttpRequest request = with("http2-settings", SETTINGS);
    request.headers().set("connection", options);
    assertLeft(request, false);
    request.headers().remove("connection");
    request.headers().set("upgrade", "h2c");
    assertLeft(request, false);
  }

  @Test
  void connectionOptionsAreInAnyOrderAndCase() {
    HttpRequest request = with("http2-settings", SETTINGS);
    request.headers().set("connection", "keep-alive,HTTP2-SETTINGS ,UPGRADE");
    assertLeft(request, true);
  }

  @Test
  void olderHttpHasNoUpgrade() {
    assertLeft(request(HttpVersion.HTTP_1_0, "http2-settings", SETTINGS), false);
  }

  @Test
  void whoDoesNotAskForItIsNotLookedAt() {
    HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");
    assertThat(Upgrade.isLeft(request)).isFalse();
  }
}
