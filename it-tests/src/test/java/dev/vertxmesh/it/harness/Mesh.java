package dev.vertxmesh.it.harness;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Dubbo providers with an agent each, and one consumer agent before them. */
public final class Mesh implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(300);

  private final List<Provider> providers = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private List<String> consumerFlags = List.of();
  private List<String> jvmFlags = List.of();
  private String registry;
  private boolean load;
  private boolean compiled;
  private Agent consumer;
  private Http http;

  private Mesh(Path folder) {
    this.registry = "file:" + folder.resolve("registry");
  }

  /**
   * @param folder where the registry is to be; a test's own
   */
  public static Mesh in(Path folder) {
    return new Mesh(folder);
  }

  public Mesh with(Provider provider) {
    providers.add(provider);
    return this;
  }

  /** More flags for the consumer agent. */
  public Mesh consumer(String... flags) {
    consumerFlags = List.of(flags);
    return this;
  }

  /** More flags for the agents' JVMs. */
  public Mesh jvm(String... flags) {
    jvmFlags = List.of(flags);
    return this;
  }

  /** Another registry than the folder. */
  public Mesh registry(String url) {
    registry = url;
    return this;
  }

  /** For many calls: Netty follows some buffers of the agents and not every one. */
  public Mesh underLoad() {
    load = true;
    return this;
  }

  /** For many calls over minutes: the JVMs compile as well as they can, too. */
  public Mesh underLoadForMinutes() {
    compiled = true;
    return underLoad();
  }

  /** Starts all processes and waits until calls can be made. */
  public Mesh start() {
    build();
    sites.forEach(site -> site.dubbo().launch());
    launchAgents();
    sites.forEach(site -> site.dubbo().awaitReady());
    for (int i = 0; i < sites.size(); i++) {
      awaitReady(sites.get(i).agent());
      awaitAnnounced(sites.get(i).agent(), providers.get(i).served());
    }
    awaitOpen();
    return this;
  }

  /**
   * Dubbo opens its port with its first service. An agent that connects before the second is there
   * is ready with the first, and hears of the second when it asks again. Told by its log, as its
   * admin port may want a token.
   */
  private static void awaitAnnounced(Agent agent, List<String> services) {
    await()
        .atMost(START)
        .until(
            () ->
                agent.process().lines().stream()
                    .filter(line -> line.contains("announced with ["))
                    .anyMatch(line -> services.stream().allMatch(line::contains)));
  }

  /** Starts the agents only: the providers' ports are left to the test, and nobody is announced. */
  public Mesh startAgents() {
    build();
    launchAgents();
    return this;
  }

  private void build() {
    providers.forEach(provider -> sites.add(site(provider)));
    consumer =
        new Agent(
                "mesh-consumer", load, with(Agent.patient(consumerFlags), "--registry", registry()))
            .jvm(jvmFlags)
            .compiled(compiled);
  }

  private Site site(Provider provider) {
    DubboServer dubbo = new DubboServer(provider, Ports.free(), compiled);
    List<String> flags = with(provider.agentFlags(), "--registry", registry());
    flags.addAll(List.of("--dubbo", "127.0.0.1:" + dubbo.port()));
    provider.services().forEach(service -> flags.addAll(List.of("--service", service)));
    Agent agent = new Agent("mesh-provider", load, flags).jvm(jvmFlags).compiled(compiled);
    return new Site(dubbo, agent);
  }

  private static List<String> with(List<String> flags, String... more) {
    List<String> all = new ArrayList<>(flags);
    all.addAll(Arrays.asList(more));
    return all;
  }

  private void launchAgents() {
    agents().forEach(Node::launch);
    agents().forEach(Node::awaitReady);
    http = new Http(consumer.port());
  }

  /** Waits until the consumer agent has a link to each provider agent, as all are announced. */
  public void awaitOpen() {
    await().atMost(START).until(() -> openEndpoints() == sites.size());
  }

  private Stream<Agent> agents() {
    return Stream.concat(sites.stream().map(Site::agent), Stream.of(consumer));
  }

  /** Waits until an agent says that it is ready for calls. */
  public static void awaitReady(Agent agent) {
    await().atMost(START).until(agent::isReady);
  }

  /** How many provider agents the consumer agent has an open link to. */
  public long openEndpoints() {
    return links().filter(link -> link.getString("state").equals("open")).count();
  }

  /** Calls that the consumer agent has in flight on its links. */
  public int inFlightOnLinks() {
    return links().mapToInt(link -> link.getInteger("inFlight")).sum();
  }

  private Stream<JsonObject> links() {
    return consumer.topology().getJsonArray("links").stream()
        .map(JsonObject.class::cast)
        .filter(link -> link.getString("direction").equals("out"));
  }

  public String registry() {
    return registry;
  }

  public List<Site> sites() {
    return sites;
  }

  /** The only provider. */
  public DubboServer dubbo() {
    return site().dubbo();
  }

  /** The only provider's agent. */
  public Agent providerAgent() {
    return site().agent();
  }

  private Site site() {
    if (sites.size() != 1) {
      throw new IllegalStateException("there are " + sites.size() + " providers");
    }
    return sites.get(0);
  }

  public Agent consumer() {
    return consumer;
  }

  /** Calls through the consumer agent. */
  public Http http() {
    return http;
  }

  /** Ends everything, who calls first; the providers are killed, as they take long to stop. */
  @Override
  public void close() {
    if (consumer != null) {
      consumer.close();
    }
    sites.forEach(site -> site.agent().close());
    sites.forEach(site -> site.dubbo().close());
  }
}
