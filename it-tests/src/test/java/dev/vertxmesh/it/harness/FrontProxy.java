package dev.vertxmesh.it.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.vertxmesh.testing.smuggling.Requests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proxy that isn't ours before a port of this machine, found where {@code scripts/proxies.sh}
 * puts it. It keeps its connections to that port and uses them for whoever comes next, and passes
 * bodies on as they come. It closes a connection of which nothing has come for a second.
 *
 * <p>Where it's missing, tests of it are skipped and say so; with {@code
 * -Dmesh.proxies.required=true} they fail.
 */
public final class FrontProxy implements AutoCloseable {

  /** A request as it logs it: its id, and the status that came back from the port behind. */
  private static final Pattern LOGGED = Pattern.compile("^seen (\\S+) (\\S+)$", Pattern.MULTILINE);

  private static final String NGINX =
      """
      daemon off;
      master_process off;
      pid FOLDER/nginx.pid;
      error_log stderr warn;
      events { worker_connections 4096; }
      http {
        log_format seen 'seen $http_ID $upstream_status';
        access_log /dev/stdout seen;
        client_body_temp_path FOLDER/body;
        proxy_temp_path FOLDER/proxy;
        fastcgi_temp_path FOLDER/fastcgi;
        uwsgi_temp_path FOLDER/uwsgi;
        scgi_temp_path FOLDER/scgi;
        client_header_timeout 1s;
        client_body_timeout 1s;
        keepalive_timeout 1s;
        lingering_timeout 1s;
        upstream agent { server 127.0.0.1:BEHIND; keepalive 8; }
        server {
          listen 127.0.0.1:PORT;
          location / {
            proxy_pass http://agent;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_request_buffering off;
            proxy_next_upstream off;
          }
        }
      }
      """;

  private static final String ENVOY =
      """
      static_resources:
        listeners:
        - address: {socket_address: {address: 127.0.0.1, port_value: PORT}}
          filter_chains:
          - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                stat_prefix: front
                codec_type: HTTP1
                common_http_protocol_options: {idle_timeout: 1s}
                request_headers_timeout: 1s
                request_timeout: 2s
                stream_idle_timeout: 60s
                access_log:
                - name: envoy.access_loggers.stdout
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.access_loggers.stream.v3.StdoutAccessLog
                    log_format:
                      text_format_source: {inline_string: "seen %REQ(ID)% %RESPONSE_CODE%\\n"}
                route_config:
                  virtual_hosts:
                  - name: all
                    domains: ["*"]
                    routes:
                    - match: {prefix: "/"}
                      route: {cluster: agent, timeout: 0s}
                http_filters:
                - name: envoy.filters.http.router
                  typed_config:
                    "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
        clusters:
        - name: agent
          connect_timeout: 5s
          circuit_breakers: {thresholds: [{max_connections: 4096, max_pending_requests: 4096, max_requests: 4096}]}
          load_assignment:
            cluster_name: agent
            endpoints:
            - lb_endpoints:
              - endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: BEHIND}}}
      """;

  private final Child child;
  private final int port;

  private FrontProxy(Child child, int port) {
    this.child = child;
    this.port = port;
  }

  /**
   * Starts one; ends the test, one way or the other, if it isn't there.
   *
   * @param name nginx or envoy
   * @param folder a test's own
   * @param behind the port that it passes requests on to
   */
  public static FrontProxy start(String name, Path folder, int behind) throws IOException {
    Path program = Cache.newest(name + "-", name).orElse(null);
    if (program == null) {
      String line = name + " is missing: ./mesh-test gets it";
      if (Boolean.getBoolean("mesh.proxies.required")) {
        throw new IllegalStateException(line);
      }
      assumeTrue(false, line);
    }
    int port = Ports.free();
    boolean nginx = name.equals("nginx");
    Path config = folder.resolve(nginx ? "nginx.conf" : "envoy.yaml");
    Files.writeString(
        config,
        (nginx ? NGINX : ENVOY)
            .replace("FOLDER", folder.toString())
            .replace("PORT", "" + port)
            .replace("BEHIND", "" + behind)
            .replace("ID", nginx ? Requests.ID.replace('-', '_') : Requests.ID));
    List<String> command =
        nginx
            ? List.of(program.toString(), "-p", folder.toString(), "-c", config.toString())
            : List.of(
                program.toString(),
                "-c",
                config.toString(),
                "--concurrency",
                "1",
                "--disable-hot-restart",
                "--log-level",
                "warning");
    return new FrontProxy(Child.start(name, command, Map.of()), port);
  }

  public int port() {
    return port;
  }

  /** Ends it. */
  @Override
  public void close() {
    child.end();
  }

  /**
   * Once it has ended: the ids of the requests that it passed on, and that were answered with 200.
   */
  public List<String> answered() {
    Matcher logged = LOGGED.matcher(child.log());
    return logged
        .results()
        .filter(one -> one.group(2).equals("200"))
        .map(one -> one.group(1))
        .toList();
  }
}
