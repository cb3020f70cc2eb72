package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.discovery.etcd.KeyedOptions;
import dev.vertxmesh.discovery.etcd.UrlOptions;
import dev.vertxmesh.discovery.etcd.UrlSecrets;
import dev.vertxmesh.discovery.follow.entry.Loopback;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which Services are looked at, and where:
 *
 * <pre>
 * kubernetes:[NAMESPACE/]SERVICE[,[NAMESPACE/]SERVICE…][?OPTION=VALUE[&amp;OPTION=VALUE…]]
 * kubernetes:[NAMESPACE/[,NAMESPACE/…]]?label=SELECTOR[&amp;OPTION=VALUE…]
 *
 * port=NAME or NUMBER   protocol=link, dubbo, tri, grpc or a plugin's
 * api=http[s]://HOST[:PORT]   token-file=FILE   ca=FILE     (of the pod itself unless given)
 * cache=FOLDER or none  wait=SECONDS
 * </pre>
 *
 * Values are percent-decoded.
 */
final class KubernetesUrl {

  static final String NAME = "kubernetes";
  static final String SYNTAX =
      "kubernetes:[NAMESPACE/]SERVICE,…[?OPTION=VALUE&…], or kubernetes:NAMESPACE/?label=SELECTOR";

  private static final int MOST_SERVICES = 100;

  /** They are listed one after the other, and each has two watches. */
  private static final int MOST_NAMESPACES = 20;

  /** Of who announces nothing: how long those stay whom a new list lacks goes by it. */
  private static final int TTL_SECONDS = 10;

  private static final Pattern PLACE =
      Pattern.compile(
          "(?:([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)/)?([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)?");
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9._/=!(), -]{1,1000}");
  private static final Pattern PORT = Pattern.compile("[a-z0-9-]{1,63}");
  private static final Pattern PROTOCOL = Pattern.compile("[a-z][a-z0-9+.-]{0,39}");
  private static final Pattern API =
      Pattern.compile("(https?)://(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?/?");
  private static final Set<String> KNOWN =
      Set.of("label", "port", "protocol", "api", "token-file", "ca", "cache", "wait");

  private final List<Matcher> places;
  private final UrlOptions options;
  private final InPod pod;

  private KubernetesUrl(List<Matcher> places, UrlOptions options, InPod pod) {
    this.places = places;
    this.options = options;
    this.pod = pod;
  }

  /**
   * @param rest what stands behind the scheme and its colon
   * @param pod what a pod knows of itself
   * @throws IllegalArgumentException naming what is wrong and what is expected
   */
  static KubernetesUrl parse(String rest, InPod pod) {
    int question = rest.indexOf('?');
    String place = question < 0 ? rest : rest.substring(0, question);
    UrlSecrets.refuseUser(SYNTAX, place, place);
    List<Matcher> places = new ArrayList<>();
    for (String one : place.split(",", -1)) {
      Matcher matcher = PLACE.matcher(one);
      UrlOptions.expect(matcher.matches(), "'" + one + "' isn't understood, expected " + SYNTAX);
      places.add(matcher);
    }
    KubernetesUrl url = new KubernetesUrl(places, UrlOptions.of(rest, KNOWN), pod);
    url.check();
    return url;
  }

  private void check() {
    boolean labelled = options.has("label");
    UrlOptions.expect(
        places.size() <= MOST_SERVICES,
        places.size() + " Services, expected at most " + MOST_SERVICES);
    long namespaces = places.stream().map(place -> place.group(1)).distinct().count();
    UrlOptions.expect(
        namespaces <= MOST_NAMESPACES,
        namespaces + " namespaces, expected at most " + MOST_NAMESPACES);
    for (Matcher place : places) {
      UrlOptions.expect(
          labelled == (place.group(2) == null),
          labelled
              ? "'" + place.group() + "' names a Service, expected none with label="
              : "'" + place.group() + "' names no Service, expected one, or label=SELECTOR");
    }
    matches("label", LABEL, "a selector of labels, such as app%3Dorders");
    matches("port", PORT, "a port's name or number");
    matches("protocol", PROTOCOL, "link, dubbo, tri, grpc, or a plugin's");
    options.waitSeconds();
    options.file("token-file");
    options.file("ca");
    options.snapshot("");
    boolean here = options.has("api") || pod.isPod();
    UrlOptions.expect(
        here, "this isn't a pod (KUBERNETES_SERVICE_HOST isn't set), expected api=https://HOST");
    address();
    UrlOptions.expect(
        options.has("api") || !(options.has("ca") || options.has("token-file")),
        "ca and token-file belong to api=https://HOST");
    boolean open = options.get("api", "").startsWith("http:");
    UrlOptions.expect(!open || !options.has("ca"), "ca is for api=https://HOST, which is http:");
    UrlOptions.expect(
        !open || !options.has("token-file") || Loopback.is(address().host()),
        "with http: everybody on the way can read the token, expected api=https://HOST");
  }

  private void matches(String name, Pattern pattern, String expected) {
    String text = options.get(name);
    UrlOptions.expect(
        text == null || pattern.matcher(text).matches(),
        name + " is '" + text + "', expected " + expected);
  }

  /** Where the API server is. */
  HostPort address() {
    String api = options.get("api");
    if (api == null) {
      return pod.address();
    }
    Matcher matcher = API.matcher(api); // which may have a password in it, and isn't shown
    UrlOptions.expect(matcher.matches(), "api isn't understood, expected https://HOST[:PORT]");
    String host = matcher.group(2).replaceAll("[\\[\\]]", "");
    String port = matcher.group(3) == null ? isEncrypted() ? "443" : "80" : matcher.group(3);
    UrlOptions.expect(
        Integer.parseInt(port) >= 1 && Integer.parseInt(port) <= HostPort.LARGEST_PORT,
        "api has the port " + port + ", expected one from 1 to 65535");
    return new HostPort(host, Integer.parseInt(port));
  }

  boolean isEncrypted() {
    return !options.get("api", "https:").startsWith("http:");
  }

  /** Whether files were named, which have to be there from the beginning. */
  boolean isNamed() {
    return options.has("api");
  }

  /** Null for none. */
  Path tokenFile() {
    return isNamed() ? options.file("token-file") : pod.tokenFile();
  }

  /** Null for whom Java trusts. */
  Path authority() {
    return isNamed() ? options.file("ca") : pod.authority();
  }

  PortChoice choice() {
    return new PortChoice(options.get("port", ""), options.get("protocol", ""));
  }

  /** One for each namespace. */
  List<Scope> scopes() {
    Map<String, List<String>> services = new LinkedHashMap<>();
    for (Matcher place : places) {
      String namespace = place.group(1) == null ? pod.namespace() : place.group(1);
      List<String> names = services.computeIfAbsent(namespace, any -> new ArrayList<>());
      if (place.group(2) != null && !names.contains(place.group(2))) {
        names.add(place.group(2));
      }
    }
    return services.entrySet().stream()
        .map(one -> new Scope(one.getKey(), List.copyOf(one.getValue()), options.get("label")))
        .toList();
  }

  KeyedOptions keyed() {
    String description = describe();
    return new KeyedOptions(
        description, TTL_SECONDS, options.waitSeconds(), options.snapshot(description));
  }

  /** What and where it is, without anything secret. */
  String describe() {
    String what =
        scopes().stream()
            .flatMap(
                scope ->
                    scope.services().isEmpty()
                        ? List.of(scope.namespace() + "/?label=" + scope.label()).stream()
                        : scope.services().stream().map(name -> scope.namespace() + "/" + name))
            .collect(Collectors.joining(","));
    return NAME + ":" + what + (isNamed() ? " at " + address() : "");
  }
}
