package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real Nacos, alone. Once it's started again it has its configurations, and nobody is registered.
 */
public final class NacosServer extends Node {

  /** The user that a secured one has. */
  public static final String USER = "nacos";

  private static final String CONFIGURATION = "/nacos/v3/admin/cs/config";
  private static final String INSTANCE = "/nacos/v3/client/ns/instance";
  private static final String TOKEN = "accessToken";

  /** A configuration of ours, in the group in which Dubbo keeps who serves an interface. */
  private static final String FIRST = "dataId=first&groupName=mapping";

  private static final Pattern READY = Pattern.compile("^ready: nacos on");

  /** Of its ports for gRPC, and for other servers. */
  private static final int[] OFFSETS = {1_000, 1_001, -1_000};

  /**
   * A client that says nothing for 3 seconds is asked for a sign of life, and has 2 for it. Unless
   * it's told so, a server waits for 20, which can't be changed, and looks every 3 seconds.
   */
  private static final List<String> SHORT_SESSIONS =
      List.of(
          "nacos.remote.server.grpc.sdk.keep-alive-time=3000",
          "nacos.remote.server.grpc.sdk.keep-alive-timeout=2000");

  /** How long a client with such a session is known that says nothing. */
  public static final int SESSION_MILLIS = 5_000;

  private final Path folder;
  private final int port;
  private final String password;
  private final List<String> settings = new ArrayList<>();

  private NacosServer(Path folder, int port, String password) {
    super("nacos :" + port, READY);
    this.folder = folder;
    this.port = port;
    this.password = password;
  }

  /** One that everybody may ask. */
  public static NacosServer open(Path folder) {
    return new NacosServer(folder, Ports.freeWith(OFFSETS), null);
  }

  /** One whose user has to log in. */
  public static NacosServer secured(Path folder, String password) {
    return new NacosServer(folder, Ports.freeWith(OFFSETS), password);
  }

  /** Forgets clients after {@link #SESSION_MILLIS}. Before it's started. */
  public NacosServer withShortSessions() {
    settings.addAll(SHORT_SESSIONS);
    return this;
  }

  /** How long it knows a user that has logged in. Before it's started. */
  public NacosServer withTokensOf(int seconds) {
    settings.add("nacos.core.auth.plugin.nacos.token.expire.seconds=" + seconds);
    return this;
  }

  public int port() {
    return port;
  }

  /** Where it takes gRPC. */
  public String rpcAddress() {
    return "127.0.0.1:" + (port + 1_000);
  }

  /** {@code HOST:PORT} of HTTP. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  List<String> command() {
    List<String> command =
        new ArrayList<>(
            Jars.java("-Xmx192m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-jar", Jars.nacosServer(), folder.toString(), "" + port));
    if (password != null) {
      command.add("secured");
    }
    command.addAll(settings);
    return command;
  }

  @Override
  void onReady(Matcher line) {
    String token = login();
    // Its Derby can't number the first two rows of its history at the same time: one write of two
    // failed, its row stayed, nobody was told of it, and Dubbo's mapping couldn't be written again.
    post(CONFIGURATION, FIRST + "&content=first" + token);
    await().until(() -> get("/nacos/v3/client/cs/config?" + FIRST + token).contains("\"first\""));
  }

  /** What a form needs besides, where one has to log in; the user is made if there's none yet. */
  private String login() {
    if (password == null) {
      return "";
    }
    String form = "username=" + USER + "&password=" + encoded(password);
    post("/nacos/v3/auth/user/admin", form); // only before it has one
    // it looks for new users now and then
    return "&accessToken="
        + await()
            .until(() -> post("/nacos/v3/auth/user/login", form), answer -> answer.contains(TOKEN))
            .transform(answer -> new JsonObject(answer).getString(TOKEN));
  }

  /** Writes a configuration; null takes it out. */
  public void configure(String dataId, String group, String content) {
    String form = "dataId=%s&groupName=%s".formatted(encoded(dataId), encoded(group)) + login();
    String answer =
        content == null
            ? send(request(CONFIGURATION + "?" + form).DELETE())
            : post(CONFIGURATION, form + "&content=" + encoded(content));
    expectDone(answer);
  }

  /** How many are registered in a service. */
  public int instances(String service) {
    String answer = get(INSTANCE + "/list?serviceName=" + encoded(service) + login());
    return new JsonObject(answer).getJsonArray("data").size();
  }

  /**
   * Registers somebody by HTTP, whatever that is: a server takes it for well for 15 seconds, and
   * has it for 30.
   *
   * @param instance as Nacos has it: {@code ip}, {@code port}, {@code metadata} …
   */
  public void register(String group, String service, JsonObject instance) {
    expectDone(post(INSTANCE, form(group, service, instance)));
  }

  /** Takes out whom somebody registered by HTTP. */
  public void deregister(String group, String service, JsonObject instance) {
    expectDone(send(request(INSTANCE + "?" + form(group, service, instance)).DELETE()));
  }

  private String form(String group, String service, JsonObject instance) {
    StringBuilder form = new StringBuilder("groupName=" + encoded(group));
    form.append("&serviceName=").append(encoded(service)).append(login());
    instance.forEach(
        one ->
            form.append('&').append(one.getKey()).append('=').append(encoded("" + one.getValue())));
    return form.toString();
  }

  private static void expectDone(String answer) {
    if (!new JsonObject(answer).getInteger("code").equals(0)) {
      throw new IllegalStateException(answer);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private String post(String path, String form) {
    return send(
        request(path)
            .header("content-type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form)));
  }

  private String get(String path) {
    return send(request(path));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + address() + path));
  }

  private static String send(HttpRequest.Builder request) {
    try {
      return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    if (process() != null) {
      process().signalIfAlive("CONT");
      kill();
    }
  }
}
