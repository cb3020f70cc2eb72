package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real issuer of tokens, NAV's mock-oauth2-server. Started again it has another key by the same
 * name, if another issuer of it was asked for its key first.
 */
public final class TokenServer implements AutoCloseable {

  private final int port = Ports.free();
  private final HttpClient http = HttpClient.newHttpClient();
  private Child process;

  /** Starts it and waits until it answers; it prints nothing. */
  public TokenServer start() {
    List<String> command =
        new ArrayList<>(Jars.java("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", Jars.oauth2()));
    command.add("no.nav.security.mock.oauth2.StandaloneMockOAuth2ServerKt");
    Map<String, String> place = Map.of("SERVER_HOSTNAME", "127.0.0.1", "SERVER_PORT", "" + port);
    process = Child.start("token server", command, place);
    HttpRequest alive = HttpRequest.newBuilder(URI.create(issuer("isalive"))).build();
    await().ignoreExceptions().until(() -> ask(alive) != null);
    return this;
  }

  /** SIGKILL. */
  public void kill() {
    process.kill();
  }

  public String issuer() {
    return issuer("default");
  }

  private String issuer(String name) {
    return "http://127.0.0.1:" + port + "/" + name;
  }

  /** Where its keys are. */
  public String keys() {
    return issuer() + "/jwks";
  }

  /** Has it give its key to somebody else, so that its issuer is given the next. */
  public void useNextKey(String other) {
    ask(HttpRequest.newBuilder(URI.create(issuer(other) + "/jwks")).build());
  }

  /** A token for an hour, of the audience {@code mesh}. */
  public String token(String subject) {
    String form = "grant_type=client_credentials&client_secret=x&scope=mesh&client_id=" + subject;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(issuer() + "/token"))
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    return new JsonObject(ask(request)).getString("access_token");
  }

  private String ask(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException("no token server at " + port, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.kill();
  }
}
