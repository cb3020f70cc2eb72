package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Lookup;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.util.List;

/** The methods of {@link Lookup}, and those of {@link UserService} that make graphs of users. */
final class GraphProbes {

  private GraphProbes() {}

  static void addTo(ProbeTable table) {
    table.add("same", service -> service.same(SampleUsers.ada()));
    table.add("same VIP", service -> service.same(SampleUsers.grace()));
    table.add("same null", service -> service.same(null));
    table.add("same of another class", GraphProbes::sameText);
    table.add("sameTwice", service -> service.sameTwice(SampleUsers.grace()));
    table.add("sameTwice null", service -> service.sameTwice(null));
    table.add("cycle", UserService::cycle);
    table.add(
        "cycle that is closed",
        service -> {
          User ann = service.cycle();
          return ann.getManager().getManager() == ann;
        });
    table.add("twins", UserService::twins);
    table.add(
        "twins that are one",
        service -> {
          List<User> twins = service.twins();
          return twins.get(0) == twins.get(1);
        });
    for (int length : new int[] {0, 1, 20, 200}) {
      table.add("chain of " + length, service -> service.chain(length));
    }
    table.add("withNull", UserService::withNull);
    table.add("withNullValue", UserService::withNullValue);
    for (int size : new int[] {0, 2, 5_000}) {
      table.add("crowd of " + size, service -> service.crowd(size));
    }
  }

  @SuppressWarnings("unchecked")
  private static Object sameText(UserService service) {
    return ((Lookup<Object>) (Lookup<?>) service).same("text");
  }
}
