package dev.vertxmesh.testing.kubernetes;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An API server that has EndpointSlices and Services, lists and watches as Kubernetes does, and can
 * do all that goes wrong with one. May be told on any thread.
 */
public final class FakeKubernetes implements AutoCloseable {

  private static final Pattern PATH =
      Pattern.compile("/ap.*/v1/namespaces/([^/]+)/(endpointslices|services)");
  private static final int BUSY = 429;
  private static final Pattern IN = Pattern.compile("kubernetes.io/service-name in \\((.*)\\)");

  private record Event(long version, String type, String plural, String key, JsonObject object) {}

  private record Watching(
      String plural, String namespace, Map<String, String> query, HttpServerRequest request) {

    HttpServerResponse response() {
      return request.response();
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final HttpServerOptions options;
  private final Map<String, JsonObject> objects = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Watching> watches = new CopyOnWriteArrayList<>();
  private final List<HttpServerRequest> unanswered = new ArrayList<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private int port;
  private long version = 100;
  private long oldest;
  private int status;
  private String refused = "";
  private String words = "";
  private String body;
  private boolean silent;
  private int pageSize = Integer.MAX_VALUE;
  private int chunk = Integer.MAX_VALUE;

  public FakeKubernetes() {
    this(new HttpServerOptions());
  }

  /**
   * @param options such as TLS
   */
  public FakeKubernetes(HttpServerOptions options) {
    this.options = options;
    start();
  }

  /** It's there, or there again, at the same port. */
  public final synchronized void start() {
    server = vertx.createHttpServer(options).requestHandler(this::onRequest);
    port = get(server.listen(port, "127.0.0.1")).actualPort();
  }

  /** It's gone, with all connections. */
  public void stop() {
    get(server.close());
    watches.clear();
  }

  private static <T> T get(io.vertx.core.Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the registry's option {@code api} has it. */
  public String url() {
    return (options.isSsl() ? "https" : "http") + "://127.0.0.1:" + port;
  }

  /**
   * A Service is there.
   *
   * @param annotation what its pods serve; null for nothing about it
   */
  public void service(String namespace, String name, String annotation) {
    JsonObject annotations = new JsonObject().put("x/y", "z");
    if (annotation != null) {
      annotations.put("vertx-mesh/services", annotation);
    }
    JsonObject labels = new JsonObject().put("app", name);
    put("services", namespace, name, new JsonObject(), labels, annotations);
  }

  /**
   * A slice with one port is there.
   *
   * @param portName what the port speaks
   * @param endpoints of {@link #endpoint}
   */
  public void slice(
      String namespace,
      String name,
      String service,
      String portName,
      int number,
      JsonObject... endpoints) {
    JsonObject content =
        new JsonObject()
            .put("addressType", "IPv4")
            .put("endpoints", new JsonArray(List.of(endpoints)))
            .put(
                "ports",
                new JsonArray()
                    .add(
                        new JsonObject()
                            .put("name", portName)
                            .put("port", number)
                            .put("protocol", "TCP")));
    slice(namespace, name, service, content);
  }

  /** One of this content is there. */
  public void slice(String namespace, String name, String service, JsonObject content) {
    JsonObject labels =
        new JsonObject().put("kubernetes.io/service-name", service).put("app", service);
    put("endpointslices", namespace, name, content, labels, new JsonObject());
  }

  /** A ready one, of a pod of this name. */
  public static JsonObject endpoint(String address, String pod) {
    return new JsonObject()
        .put("addresses", new JsonArray().add(address))
        .put("conditions", conditions(true, true, false))
        .put("nodeName", "node-1")
        .put("zone", "a")
        .put(
            "targetRef",
            new JsonObject().put("kind", "Pod").put("name", pod).put("uid", "uid-" + pod));
  }

  /** What an endpoint says of itself; null for nothing. */
  public static JsonObject conditions(Boolean ready, Boolean serving, Boolean terminating) {
    return new JsonObject()
        .put("ready", ready)
        .put("serving", serving)
        .put("terminating", terminating);
  }

  private synchronized void put(
      String plural,
      String namespace,
      String name,
      JsonObject content,
      JsonObject labels,
      JsonObject annotations) {
    version++;
    String key = plural + "/" + namespace + "/" + name;
    JsonObject object =
        new JsonObject()
            .put(
                "metadata",
                new JsonObject()
                    .put("name", name)
                    .put("namespace", namespace)
                    .put("uid", "u")
                    .put("resourceVersion", "" + version)
                    .put("labels", labels)
                    .put("annotations", annotations)
                    .put("managedFields", new JsonArray().add(new JsonObject().put("f:x", 1))))
            .mergeIn(content);
    String type = objects.put(key, object) == null ? "ADDED" : "MODIFIED";
    tell(new Event(version, type, plural, key, object));
  }

  /** An object is there no more. */
  public synchronized void delete(String plural, String namespace, String name) {
    version++;
    String key = plural + "/" + namespace + "/" + name;
    JsonObject gone = objects.remove(key).copy();
    gone.getJsonObject("metadata").put("resourceVersion", "" + version);
    tell(new Event(version, "DELETED", plural, key, gone));
  }

  private void tell(Event event) {
    events.add(event);
    if (!silent) {
      watches.stream().filter(one -> concerns(one, event)).forEach(one -> write(one, event));
    }
  }

  private static boolean concerns(Watching one, Event event) {
    return event.key.startsWith(one.plural + "/" + one.namespace + "/")
        && isSelected(event.object, one.query);
  }

  private void write(Watching one, Event event) {
    line(one, new JsonObject().put("type", event.type).put("object", event.object).encode());
  }

  private void line(Watching one, String text) {
    Buffer whole = Buffer.buffer(text + "\n");
    for (int from = 0; from < whole.length(); from += Math.min(chunk, whole.length())) {
      one.response()
          .write(whole.getBuffer(from, (int) Math.min(whole.length(), (long) from + chunk)));
    }
  }

  private synchronized void onRequest(HttpServerRequest request) {
    asked.add(request.uri());
    tokens.add(String.valueOf(request.getHeader("authorization")));
    Matcher path = PATH.matcher(request.path());
    Map<String, String> query = new TreeMap<>();
    if (request.query() != null) {
      for (String part : request.query().split("&")) {
        String[] pair = part.split("=", 2);
        query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
      }
    }
    if (silent) {
      unanswered.add(request);
    } else if (status != 0 && request.uri().contains(refused)) {
      answer(request, status, new JsonObject().put("message", words).put("code", status).encode());
    } else if (!path.matches()) {
      answer(request, 200, "ok");
    } else if (body != null) {
      answer(request, 200, body);
    } else if (query.containsKey("watch")) {
      watch(request, path, query);
    } else {
      list(request, path, query);
    }
  }

  private static void answer(HttpServerRequest request, int status, String body) {
    if (status == BUSY) {
      request.response().putHeader("retry-after", "1");
    }
    request.response().setStatusCode(status).end(body);
  }

  private void list(HttpServerRequest request, Matcher path, Map<String, String> query) {
    List<JsonObject> found =
        objects.entrySet().stream()
            .filter(one -> one.getKey().startsWith(path.group(2) + "/" + path.group(1) + "/"))
            .map(Map.Entry::getValue)
            .filter(one -> isSelected(one, query))
            .toList();
    int from = Integer.parseInt(query.getOrDefault("continue", "0"));
    int limit = Math.min(Integer.parseInt(query.get("limit")), pageSize);
    int to = Math.min(found.size(), from + limit);
    JsonObject metadata = new JsonObject().put("resourceVersion", "" + version);
    if (to < found.size()) {
      metadata.put("continue", "" + to);
    }
    String kind = path.group(2).equals("services") ? "ServiceList" : "EndpointSliceList";
    JsonObject answer =
        new JsonObject()
            .put("kind", kind)
            .put("metadata", metadata)
            .put("items", to == from ? null : new JsonArray(found.subList(from, to)));
    answer(request, 200, answer.encode());
  }

  private static boolean isSelected(JsonObject object, Map<String, String> query) {
    JsonObject metadata = object.getJsonObject("metadata");
    JsonObject labels = metadata.getJsonObject("labels");
    String label = query.getOrDefault("labelSelector", "");
    Matcher in = IN.matcher(label);
    if (in.matches()) {
      return Stream.of(in.group(1).split(","))
          .anyMatch(one -> one.equals(labels.getString("kubernetes.io/service-name")));
    }
    String[] pair = label.split("=", 2);
    boolean labelled = pair.length < 2 || pair[1].equals(labels.getString(pair[0]));
    String field = query.getOrDefault("fieldSelector", "");
    return labelled
        && (field.isEmpty() || field.equals("metadata.name=" + metadata.getString("name")));
  }

  private void watch(HttpServerRequest request, Matcher path, Map<String, String> query) {
    request.response().setChunked(true).writeHead();
    Watching one = new Watching(path.group(2), path.group(1), query, request);
    long since = Long.parseLong(query.get("resourceVersion"));
    if (since < oldest) {
      line(one, expired());
      request.response().end();
      return;
    }
    events.stream()
        .filter(event -> event.version > since && concerns(one, event))
        .forEach(event -> write(one, event));
    watches.add(one);
    request.connection().closeHandler(closed -> watches.remove(one));
  }

  private static String expired() {
    JsonObject object = new JsonObject().put("code", 410).put("message", "too old");
    return new JsonObject().put("type", "ERROR").put("object", object).encode();
  }

  /** All that was before is forgotten; whoever watches is told so. */
  public synchronized void compact() {
    oldest = ++version;
    events.clear();
    watches.forEach(
        one -> {
          line(one, expired());
          one.response().end();
        });
    watches.clear();
  }

  /** Tells whoever watches how far it is. */
  public synchronized void bookmark() {
    JsonObject metadata = new JsonObject().put("resourceVersion", "" + version);
    JsonObject object = new JsonObject().put("metadata", metadata);
    String text = new JsonObject().put("type", "BOOKMARK").put("object", object).encode();
    watches.forEach(one -> line(one, text));
  }

  /** Writes into every watch. */
  public synchronized void write(String line) {
    watches.forEach(one -> line(one, line));
  }

  /** Ends all watches in good order, as when their time is up. */
  public synchronized void endWatches() {
    watches.forEach(one -> one.response().end());
    watches.clear();
  }

  /** Cuts the connections of all watches. */
  public synchronized void cutWatches() {
    watches.forEach(one -> one.request.connection().close());
    watches.clear();
  }

  /** Objects are gone, and nobody is told. */
  public synchronized void lose() {
    objects.clear();
    events.clear();
  }

  /**
   * Refuses requests.
   *
   * @param uri a part of those that it refuses
   * @param code of HTTP; 0 for none
   * @param message what it says about it
   */
  public synchronized void refuse(String uri, int code, String message) {
    refused = uri;
    status = code;
    words = message;
  }

  /** Answers each question about objects with this; null for what it has. */
  public synchronized void answerWith(String text) {
    body = text;
  }

  /** Takes requests, and neither answers them nor tells of anything; or goes on with all of it. */
  public synchronized void silent(boolean isSilent) {
    silent = isSilent;
    if (!silent) {
      unanswered.forEach(one -> one.connection().close());
      unanswered.clear();
      endWatches();
    }
  }

  /** At most so many objects a page. */
  public synchronized void pageSize(int size) {
    pageSize = size;
  }

  /** What watches are told comes in pieces of so many bytes. */
  public synchronized void chunk(int bytes) {
    chunk = bytes;
  }

  /** The last one that it has given. */
  public synchronized long version() {
    return version;
  }

  /** How many watch now. */
  public int watches() {
    return watches.size();
  }

  /** What was asked for, in order. */
  public List<String> asked() {
    return asked;
  }

  /** What requests have shown, in order. */
  public List<String> tokens() {
    return tokens;
  }

  @Override
  public void close() {
    get(vertx.close());
  }
}
