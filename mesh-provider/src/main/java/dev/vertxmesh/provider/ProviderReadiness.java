package dev.vertxmesh.provider;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Registry;
import dev.vertxmesh.launch.Obstacle;
import dev.vertxmesh.spelling.NearestNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Why calls can't be taken, and what to do about it: the provider can't be reached or doesn't
 * answer, a service that was named isn't there, the registry can't be told. May be asked on any
 * thread.
 */
final class ProviderReadiness {

  private static final int MOST_NAMES = 5;

  private final BridgedProvider provider;
  private final List<ProviderVerticle> verticles;
  private final SelfRegistration registration;
  private final Registry registry;
  private volatile String lastTrouble = "";

  ProviderReadiness(
      BridgedProvider provider,
      List<ProviderVerticle> verticles,
      SelfRegistration registration,
      Registry registry) {
    this.provider = provider;
    this.verticles = verticles;
    this.registration = registration;
    this.registry = registry;
  }

  List<Obstacle> obstacles() {
    boolean isAnnounced = registration.announced() != null;
    List<Obstacle> all = new ArrayList<>();
    connection().or(this::silence).or(this::ignorance).ifPresent(all::add);
    missing().stream().map(service -> missing(service, isAnnounced)).forEach(all::add);
    if (all.isEmpty() && !isAnnounced) {
      all.add(absence());
    }
    return all;
  }

  /** Why nothing is announced, for a person to read. */
  String whyNone() {
    return connection()
        .or(this::silence)
        .or(this::ignorance)
        .map(Obstacle::what)
        .orElseGet(this::waitingFor);
  }

  private String waitingFor() {
    return !isAnswering()
        ? "the provider has answered %s for none of its services yet".formatted(provider.question())
        : registry.problem().isEmpty() ? "the registry is being told" : registry.problem();
  }

  private boolean isAnswering() {
    return verticles.stream().anyMatch(verticle -> !verticle.answering().isEmpty());
  }

  private Optional<Obstacle> connection() {
    return verticles.stream().filter(one -> !one.isConnected()).findFirst().map(this::connection);
  }

  private Obstacle connection(ProviderVerticle verticle) {
    String why = provider.lastProblem();
    String where = provider.where() + ": ";
    return why.isEmpty()
        ? new Obstacle(where + verticle.bridgeState(), provider.connectAdvice(), true, false)
        : Obstacle.of(where + "not connected: " + why, provider.connectAdvice());
  }

  /** It's connected, and that's all. */
  private Optional<Obstacle> silence() {
    if (provider.services().isNamed() && missing().size() == provider.services().list().size()) {
      return Optional.empty(); // which says more
    }
    return verticles.stream()
        .filter(verticle -> verticle.problem() != null)
        .findFirst()
        .map(
            verticle ->
                new Obstacle(
                    provider.where() + ": " + verticle.bridgeState(),
                    "See what the provider's own log says of it, and that --service names what the"
                        + " provider has",
                    provider.told().isEmpty(), // what it says that it has may tell more
                    false));
  }

  private Optional<Obstacle> ignorance() {
    ProviderServices services = provider.services();
    return services.isKnown()
        ? Optional.empty()
        : Optional.of(
            new Obstacle(
                "%s: what it serves isn't known, --service names it; %s"
                    .formatted(provider.where(), services.how()),
                provider.connectAdvice() + ". Or name its services with --service",
                true,
                false));
  }

  /** What {@code --service} names and the provider doesn't, though it tells what it has. */
  private List<ServiceKey> missing() {
    List<ServiceKey> told = provider.told();
    if (!provider.services().isNamed() || told.isEmpty()) {
      return List.of();
    }
    Set<ServiceKey> known = new HashSet<>(told);
    return provider.services().list().stream().filter(named -> !known.contains(named)).toList();
  }

  /** A provider that is starting may export it next. */
  private Obstacle missing(ServiceKey service, boolean isAnnounced) {
    List<String> told = provider.told().stream().map(ServiceKey::toString).toList();
    String meant = NearestNames.meant(service.toString(), told);
    return new Obstacle(
        "%s: --service names %s, which isn't among what it says that it serves: %s%s"
            .formatted(
                provider.where(),
                service,
                names(told),
                meant == null ? "" : "; did you mean " + meant + "?"),
        "Name it as the provider does, with its version and its group, or have the provider serve"
            + " it",
        true,
        isAnnounced);
  }

  private static String names(List<String> all) {
    String shown = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    int more = all.size() - MOST_NAMES;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }

  private Obstacle absence() {
    String why = isAnswering() ? trouble() : "";
    return why.isEmpty()
        ? Obstacle.passing(registration.whyNot())
        : Obstacle.of(
            "not announced: " + why,
            "See to that, or give --registry the address at which the registry runs");
  }

  /** Between two attempts the registry knows of none: what was the matter still is. */
  private String trouble() {
    String now = registry.problem();
    if (!now.isEmpty()) {
      lastTrouble = now;
    } else if (registration.problem().isEmpty()) {
      lastTrouble = "";
    } else if (lastTrouble.isEmpty()) {
      lastTrouble = registration.problem();
    }
    return lastTrouble;
  }
}
