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
 * A real Nacos, alone and without its data once it's started again, as far as that is about who is
 * registered.
 */
public final class NacosServer extends Node {

  /** The user that a secured one has. */
  public static final String USER = "nacos";

  private static final String CONFIGURATION = "/nacos/v3/admin/cs/config";
  private static final String TOKEN = "accessToken";

  /** A configuration of ours, in the group in which Dubbo keeps who serves an interface. */
  private static final String FIRST = "dataId=first&groupName=mapping";

  private static final Pattern READY = Pattern.compile("^ready: nacos on");

  /** Of its ports for gRPC, and for other servers. */
  private static final int[] OFFSETS = {1_000, 1_001, -1_000};

  private final Path folder;
  private final int port;
  private final String password;

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
    if (!new JsonObject(answer).getInteger("code").equals(0)) {
      throw new IllegalStateException(answer);
    }
  }

  /** How many are registered in a service. */
  public int instances(String service) {
    String answer = get("/nacos/v3/client/ns/instance/list?serviceName=" + encoded(service));
    return new JsonObject(answer).getJsonArray("data").size();
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
      kill();
    }
  }
}
