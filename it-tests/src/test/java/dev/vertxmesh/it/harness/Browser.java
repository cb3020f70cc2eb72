package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Chromium without a window, with one page, driven by its DevTools protocol. It's found on the
 * PATH, or where the variable {@code MESH_CHROMIUM} says.
 *
 * <p>Where it's missing, tests of it are skipped and say so; with {@code
 * -Dmesh.chromium.required=true} they fail.
 */
public final class Browser implements AutoCloseable {

  private static final Pattern LISTENING =
      Pattern.compile("DevTools listening on ws://127\\.0\\.0\\.1:(\\d+)/");

  /** It asks nobody but the page's server. */
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--remote-debugging-port=0");

  private final Child process;
  private final WebSocketClient client; // which Vert.x closes once nobody refers to it
  private final WebSocket socket;
  private final AtomicInteger last = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> asked = new ConcurrentHashMap<>();

  private Browser(Vertx vertx, Child process, URI page) {
    this.process = process;
    this.client = vertx.createWebSocketClient(new WebSocketClientOptions());
    WebSocketConnectOptions where = new WebSocketConnectOptions();
    where.setHost(page.getHost()).setPort(page.getPort()).setURI(page.getPath());
    where.setAllowOriginHeader(false); // only pages have one
    this.socket = RawGrpc.get(client.connect(where));
    socket.textMessageHandler(text -> onMessage(new JsonObject(text)));
  }

  /**
   * Starts it; ends the test, one way or the other, if it's missing.
   *
   * @param folder for what it keeps; the test's own
   */
  public static Browser start(Vertx vertx, Path folder) {
    List<String> own = List.of("--user-data-dir=" + folder.resolve("chromium"), "about:blank");
    List<String> command = Stream.of(List.of(program()), FLAGS, own).flatMap(List::stream).toList();
    Child process = Child.start("chromium", command, Map.of());
    int port = Integer.parseInt(process.awaitLine(LISTENING).group(1));
    JsonArray targets = new JsonArray(new Http(port).get("/json/list").body());
    return targets.stream()
        .map(JsonObject.class::cast)
        .filter(target -> target.getString("type").equals("page"))
        .map(target -> URI.create(target.getString("webSocketDebuggerUrl")))
        .findFirst()
        .map(page -> new Browser(vertx, process, page))
        .orElseThrow();
  }

  private static String program() {
    Optional<String> program =
        Optional.ofNullable(System.getenv("MESH_CHROMIUM"))
            .or(
                () ->
                    Stream.of(System.getenv("PATH").split(":"))
                        .map(folder -> folder + "/chromium")
                        .filter(file -> Files.isExecutable(Path.of(file)))
                        .findFirst());
    if (program.isEmpty()) {
      String line = "Chromium is missing: ./mesh-test gets it on Debian, or MESH_CHROMIUM names it";
      if (Boolean.getBoolean("mesh.chromium.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    return program.orElseThrow();
  }

  /**
   * Opens another page in place of the one that's there, as wide as this; returns once it's left.
   */
  public void open(String url, int width) {
    JsonObject size = new JsonObject().put("width", width).put("height", 900);
    ask(
        "Emulation.setDeviceMetricsOverride",
        size.put("deviceScaleFactor", 1).put("mobile", false));
    run("window.former = true");
    ask("Page.navigate", new JsonObject().put("url", url));
    // a script may still find the former page, or neither
    await().ignoreExceptions().until(() -> run("window.former") == null);
  }

  /** What a script's last expression is on the page, or null; an error is one here too. */
  public Object run(String script) {
    JsonObject expression = new JsonObject().put("expression", script).put("returnByValue", true);
    JsonObject result = ask("Runtime.evaluate", expression);
    if (result.containsKey("exceptionDetails")) {
      throw new IllegalStateException(script + ": " + result.encode());
    }
    return result.getJsonObject("result").getValue("value");
  }

  /** The texts of all elements that a selector of CSS finds and that are shown. */
  public List<String> texts(String selector) {
    String script =
        "[...document.querySelectorAll('%s')].filter(e => e.offsetParent).map(e => e.innerText)";
    return ((JsonArray) run(script.formatted(selector))).stream().map(String.class::cast).toList();
  }

  private JsonObject ask(String method, JsonObject parameters) {
    int id = last.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    asked.put(id, answer);
    JsonObject request = new JsonObject().put("id", id).put("method", method);
    socket.writeTextMessage(request.put("params", parameters).encode());
    return answer.orTimeout(100, TimeUnit.SECONDS).join();
  }

  private void onMessage(JsonObject message) {
    CompletableFuture<JsonObject> answer = asked.remove(message.getInteger("id", 0));
    if (answer == null) {
      return; // an event
    }
    if (message.containsKey("error")) {
      answer.completeExceptionally(new IllegalStateException(message.encode()));
    } else {
      answer.complete(message.getJsonObject("result"));
    }
  }

  @Override
  public void close() {
    process.end();
    RawGrpc.get(client.close());
  }
}
