package dev.vertxmesh.bench.growth;

import dev.vertxmesh.bench.contest.Commands;
import dev.vertxmesh.bench.load.AgentSet;
import dev.vertxmesh.bench.load.CheapPeers;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * More entries in the agents' registry, copied from the one of the provider's agent that serves
 * {@link CheapPeers#HELLO}, whose process they name as their owner.
 */
final class Neighbours {
  /** Of one agent: an entry has 256 KiB at most. */
  private static final int SERVICES_EACH = 2_500;

  private final Path registry;
  private final JsonObject entry;

  Neighbours(AgentSet agents) throws IOException {
    registry = agents.registry();
    try (Stream<Path> files = Files.list(registry)) {
      entry =
          files
              .filter(file -> file.toString().endsWith(".json"))
              .map(Neighbours::read)
              .filter(json -> json.getJsonArray("services").contains(Commands.HELLO))
              .findFirst()
              .orElseThrow();
    }
  }

  private static JsonObject read(Path file) {
    try {
      return new JsonObject(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Agents that serve so many services that nobody calls, numbered from 1; they're the same ones
   * each time.
   *
   * @return the name of the last
   */
  String services(int count) throws IOException {
    for (int begin = 1; begin <= count; begin += SERVICES_EACH) {
      JsonArray names = new JsonArray();
      for (int i = begin; i < Math.min(count + 1, begin + SERVICES_EACH); i++) {
        names.add(service(i));
      }
      String host = "127.2.0." + (1 + begin / SERVICES_EACH);
      write("services-" + begin, entry.copy().put("services", names).put("host", host));
    }
    return service(count);
  }

  private static String service(int number) {
    return "com.example.shop.Service" + number;
  }

  /**
   * The agent under more addresses of this machine, on all of which it listens: for the consumer's
   * agent they're as many agents.
   */
  void agents(int first, int last) throws IOException {
    for (int i = first; i <= last; i++) {
      String host = "127.1.%d.%d".formatted(i / 250, 1 + i % 250);
      JsonObject other = entry.copy().put("services", new JsonArray(List.of(Commands.HELLO)));
      write("agent-" + i, other.put("host", host));
    }
  }

  private void write(String id, JsonObject json) throws IOException {
    Path whole = registry.resolve(id + ".new");
    Files.writeString(whole, json.put("id", id).encode());
    Files.move(whole, registry.resolve(id + ".json"), StandardCopyOption.ATOMIC_MOVE);
  }
}
