package dev.vertxmesh.discovery.kubernetes;

import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Protocol;
import dev.vertxmesh.discovery.kubernetes.EndpointSlice.Endpoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The entries that a slice's endpoints are, by the ids of instances. */
final class SliceEntries {

  private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9._:-]");
  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_UID = 64;

  /** Of an endpoint that two slices have, the one that leaves counts, else the one that's ready. */
  private static final int LEAVING = 3;

  private static final int READY = 2;
  private static final int READY_BY_OTHER_ADDRESS = 1;
  private static final int NOT_READY = 0;

  private SliceEntries() {}

  /**
   * How a slice's endpoints are called.
   *
   * @param services none if that's to be asked of them
   */
  record Target(PortChoice.Chosen port, List<ServiceKey> services) {

    /** Characters of the services as an entry has them. */
    long length() {
      return services.stream().mapToLong(service -> service.toString().length() + 3).sum();
    }
  }

  /**
   * What one slice says of an endpoint.
   *
   * @param rank the higher one counts
   */
  record Candidate(int rank, Endpoint endpoint, Target target, String text) {

    /** Of two slices of the same pod and port: where two Services have it, it serves both's. */
    static Candidate best(Candidate one, Candidate other) {
      if (one.rank != other.rank) {
        return one.rank > other.rank ? one : other;
      }
      List<ServiceKey> services = one.target.services();
      List<ServiceKey> others = other.target.services();
      if (one.text.equals(other.text) || services.isEmpty()) {
        return one; // that it's asked for all that it has
      } else if (others.isEmpty()) {
        return other;
      }
      List<ServiceKey> all = Stream.concat(services.stream(), others.stream()).distinct().toList();
      return candidate(one.rank, one.endpoint, new Target(one.target.port(), all));
    }
  }

  /** Those of a slice. */
  static Map<String, Candidate> of(EndpointSlice slice, Target target) {
    Map<String, Candidate> entries = new HashMap<>();
    for (Endpoint one : slice.endpoints()) {
      Candidate candidate = candidate(rank(one, slice.isIpv4()), one, target);
      entries.merge(id(one, target.port().number()), candidate, Candidate::best);
    }
    return entries;
  }

  private static int rank(Endpoint one, boolean isIpv4) {
    if (one.isTerminating()) {
      return LEAVING;
    } else if (!one.isReady()) {
      return NOT_READY;
    }
    return isIpv4 ? READY : READY_BY_OTHER_ADDRESS;
  }

  private static Candidate candidate(int rank, Endpoint one, Target target) {
    boolean called = rank == READY || rank == READY_BY_OTHER_ADDRESS;
    return new Candidate(rank, one, target, called ? text(one, target) : EndpointLayout.GONE);
  }

  /** Of the pod, not of its address, which another gets later, and of which it may have two. */
  private static String id(Endpoint one, int port) {
    String name = one.pod().isEmpty() ? one.address() : one.pod();
    String uid = one.uid().isEmpty() ? "" : "-" + fit(one.uid(), LONGEST_UID);
    return fit(name, LONGEST_NAME) + "-" + port + uid;
  }

  private static String fit(String text, int longest) {
    String cut = text.substring(0, Math.min(text.length(), longest));
    return UNFIT.matcher(cut).replaceAll("-");
  }

  private static String text(Endpoint one, Target target) {
    JsonObject tags = new JsonObject();
    putIfKnown(tags, "zone", one.zone());
    putIfKnown(tags, "node", one.node());
    putIfKnown(tags, "pod", one.pod());
    JsonArray services = new JsonArray();
    target.services().forEach(service -> services.add(service.toString()));
    JsonObject json =
        new JsonObject()
            .put("id", id(one, target.port().number()))
            .put("host", one.address())
            .put("port", target.port().number())
            .put("services", services)
            .put("tags", tags);
    if (!target.port().protocol().equals(Protocol.MESH)) {
      json.put("protocol", target.port().protocol().name());
    }
    return json.encode();
  }

  private static void putIfKnown(JsonObject tags, String name, String value) {
    if (!value.isEmpty()) {
      tags.put(name, value);
    }
  }
}
