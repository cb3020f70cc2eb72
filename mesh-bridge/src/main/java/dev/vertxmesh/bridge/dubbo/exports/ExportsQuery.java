package dev.vertxmesh.bridge.dubbo.exports;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.bridge.dubbo.exports.TelnetQuery.Conversation;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.net.tls.TlsClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Asks a provider what it exports, one way after the other until one works; then for as many
 * details as it tells. Belongs to one context, and answers one question at a time.
 */
public final class ExportsQuery {

  /** QoS listens here unless the provider says otherwise. */
  public static final int QOS_PORT = 22222;

  private static final long PATIENCE_MILLIS = 2_000;

  /** More services than this go without their methods. */
  private static final int MAX_DETAILED = 1_000;

  private static final String BY_ERROR = "its answer to a call of a service that it hasn't";
  private static final String BY_TELNET = "telnet ls -l";
  private static final String BY_METADATA = "its MetadataService";

  private final NetClient client;
  private final DubboQuery dubbo;
  private final TelnetQuery telnet;
  private final TelnetQuery qosPort;
  private final HostPort qos;

  /**
   * @param provider where its Dubbo port is
   * @param qos where its QoS port is, which has no TLS
   * @param tls of its Dubbo port; null for plain text
   */
  public ExportsQuery(Vertx vertx, HostPort provider, HostPort qos, TlsClient tls) {
    this(vertx, provider, qos, tls, PATIENCE_MILLIS);
  }

  /**
   * @param patienceMillis with each question
   */
  ExportsQuery(Vertx vertx, HostPort provider, HostPort qos, TlsClient tls, long patienceMillis) {
    this.qos = qos;
    client = vertx.createNetClient(TlsClient.options(tls));
    dubbo = new DubboQuery(vertx, client, provider, tls, patienceMillis);
    telnet = new TelnetQuery(vertx, client, provider, tls, patienceMillis);
    qosPort = new TelnetQuery(vertx, client, qos, null, patienceMillis);
  }

  /**
   * Asks everything; fails with {@link NoExportsException}.
   *
   * @param known what was found the last time; while the services are the same, nothing more is
   *     asked. Null to ask everything
   */
  public Future<FoundExports> ask(FoundExports known) {
    List<String> tried = new ArrayList<>();
    return dubbo
        .services()
        .compose(services -> details(services, known))
        .recover(e -> next(tried, BY_ERROR, e, this::byTelnet))
        .recover(e -> next(tried, BY_TELNET, e, this::byQos))
        .recover(e -> next(tried, "QoS ls at " + qos, e, () -> nothing(tried)));
  }

  public Future<Void> close() {
    return client.close();
  }

  private static Future<FoundExports> next(
      List<String> tried, String way, Throwable error, Supplier<Future<FoundExports>> next) {
    if (error instanceof NoExportsException none && none.isFinal()) {
      return Future.failedFuture(error);
    }
    tried.add(way + ": " + error.getMessage());
    return next.get();
  }

  private static Future<FoundExports> nothing(List<String> tried) {
    return Future.failedFuture(new NoExportsException(String.join("; ", tried)));
  }

  /** The services are sure; what else is told about them is welcome. */
  private Future<FoundExports> details(List<ServiceKey> all, FoundExports known) {
    List<ServiceKey> services =
        all.stream().filter(key -> !DubboServiceKeys.isDubbos(key)).toList();
    Exports plain = new Exports(services.stream().map(Export::of).toList());
    if (known != null && known.exports().services().equals(plain.services())) {
      return Future.succeededFuture(known);
    } else if (plain.isEmpty()) {
      return Future.succeededFuture(new FoundExports(plain, BY_ERROR));
    }
    Future<List<Export>> urls = urls(all).otherwise(List.of());
    Future<List<Export>> lists = lists().otherwise(List.of());
    return Future.join(urls, lists).map(told -> merged(plain, urls.result(), lists.result()));
  }

  private static FoundExports merged(Exports plain, List<Export> urls, List<Export> lists) {
    List<String> how = new ArrayList<>(List.of(BY_ERROR));
    if (!lists.isEmpty()) {
      how.add(BY_TELNET);
    }
    if (!urls.isEmpty()) {
      how.add(BY_METADATA);
    }
    Exports byList = new Exports(lists);
    Exports byUrl = new Exports(urls);
    List<Export> merged =
        plain.services().stream()
            .map(service -> merged(service, byList.get(service), byUrl.get(service)))
            .toList();
    return new FoundExports(new Exports(merged), String.join(", ", how));
  }

  private static Export merged(ServiceKey service, Export list, Export url) {
    Map<String, String> parameters = new HashMap<>(url == null ? Map.of() : url.parameters());
    parameters.putAll(list == null ? Map.of() : list.parameters());
    return new Export(service, list == null ? List.of() : list.methods(), parameters);
  }

  private Future<List<Export>> urls(List<ServiceKey> all) {
    return all.stream()
        .filter(key -> key.interfaceName().equals(DubboServiceKeys.METADATA))
        .findFirst()
        .map(dubbo::urls)
        .orElse(Future.succeededFuture(List.of()));
  }

  private Future<FoundExports> byTelnet() {
    return lists().map(exports -> new FoundExports(new Exports(exports), BY_TELNET));
  }

  /** Fails when telnet lists no service: it may be disabled, or not know the command. */
  private Future<List<Export>> lists() {
    return telnet
        .open()
        .compose(
            open ->
                open.ask("ls -l")
                    .compose(text -> methods(open, text))
                    .onComplete(done -> open.close()));
  }

  private static Future<List<Export>> methods(Conversation telnet, String list) {
    List<Export> exports = TelnetListing.services(list);
    if (exports.isEmpty()) {
      String line = list.lines().findFirst().orElse("");
      return Future.failedFuture(new NoExportsException("it says '" + line + "'"));
    }
    Map<String, List<MethodSignature>> methods = new LinkedHashMap<>();
    Future<Void> asked = Future.succeededFuture();
    for (String name : names(exports)) {
      asked =
          asked
              .compose(before -> telnet.ask("ls -l " + name))
              .onSuccess(text -> methods.put(name, TelnetListing.methods(text)))
              .mapEmpty();
    }
    return asked.otherwiseEmpty().map(done -> detailed(exports, methods));
  }

  private static List<String> names(List<Export> exports) {
    return exports.stream()
        .map(export -> export.service().interfaceName())
        .distinct()
        .limit(MAX_DETAILED)
        .toList();
  }

  private static List<Export> detailed(
      List<Export> exports, Map<String, List<MethodSignature>> methods) {
    return exports.stream()
        .map(
            export ->
                new Export(
                    export.service(),
                    methods.getOrDefault(export.service().interfaceName(), List.of()),
                    export.parameters()))
        .toList();
  }

  private Future<FoundExports> byQos() {
    return qosPort
        .open()
        .compose(open -> open.ask("ls", QosListing::isWhole).onComplete(done -> open.close()))
        .map(this::qosList);
  }

  private FoundExports qosList(String text) {
    List<ServiceKey> services = QosListing.read(text);
    if (services == null) {
      throw new NoExportsException("it says '" + text.lines().findFirst().orElse("") + "'");
    }
    return new FoundExports(
        new Exports(services.stream().map(Export::of).toList()), "QoS ls at " + qos);
  }
}
