package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserQuery;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;

/** The methods of {@link UserService} that look up and store. */
final class StoreProbes {

  private static final long STORED = 77;

  private StoreProbes() {}

  static void addTo(ProbeTable table) {
    find(table);
    store(table);
    table.add("search", service -> service.search(query("A", Role.ADMIN, Role.MEMBER)));
    table.add("search everyone", service -> service.search(new UserQuery()));
    table.add("byName", service -> service.byName(ProbeTable.list("Ada", "Nobody", "Grace")));
    table.add("byName of none", service -> service.byName(new ArrayList<>()));
    table.add("roles", UserService::roles);
    table.add("deposit", service -> service.deposit(1, new BigDecimal("0.000")));
    table.add("deposit to nobody", service -> service.deposit(99, BigDecimal.ONE));
    table.add("roleOf", service -> service.roleOf(2));
    table.add("roleOf nobody", service -> service.roleOf(99));
    table.add("calls", service -> service.calls() > 0);
  }

  private static void find(ProbeTable table) {
    table.add("find by id", service -> service.find(1));
    table.add("find a VIP", service -> service.find(2));
    table.add("find no id", service -> service.find(99));
    table.add("find by name", service -> service.find("Grace"));
    table.add("find nobody", service -> service.find("Nobody"));
    table.add("find by name null", service -> service.find(null));
    table.add("find by name and role", service -> service.find("Ada", Role.ADMIN));
    table.add("find by name and no role", service -> service.find("Ada", null));
    table.add("findAll", service -> service.findAll(new long[] {2, 99, 1}));
    table.add("findAll of none", service -> service.findAll(new long[0]));
    // Dubbo 2.6 can't answer with an Optional: both ways fail
    table.add("maybe", service -> service.maybe("Ada").map(User::getName));
    table.add("maybe nobody", service -> service.maybe("Nobody").isPresent());
  }

  private static void store(ProbeTable table) {
    table.add("save", StoreProbes::saveTwice);
    table.add("save one that is its own manager", StoreProbes::saveCyclic);
    table.add("save null", service -> service.save(null));
    table.add(
        "saveAll",
        service -> {
          List<Long> ids = service.saveAll(ProbeTable.list(stored(), stored()));
          service.remove(STORED);
          return ids;
        });
    table.add("saveAll with null", service -> service.saveAll(ProbeTable.list((User) null)));
    table.add(
        "promote",
        service -> {
          service.save(stored());
          User vip = service.promote(STORED, 4);
          service.remove(STORED);
          return vip;
        });
    table.add("promote nobody", service -> service.promote(99, 1));
    table.add(
        "remove nobody",
        service -> {
          service.remove(99);
          return "removed";
        });
  }

  private static Object saveTwice(UserService service) {
    User before = service.save(stored());
    User after = service.save(stored());
    service.remove(STORED);
    return Arrays.asList(before, after);
  }

  private static Object saveCyclic(UserService service) throws Exception {
    User user = stored();
    user.setManager(user);
    service.save(user);
    User found = service.find(STORED);
    service.remove(STORED);
    return found.getManager() == found;
  }

  private static User stored() {
    User user = SampleUsers.ada();
    user.setId(STORED);
    return user;
  }

  private static UserQuery query(String prefix, Role... roles) {
    UserQuery query = new UserQuery();
    query.setPrefix(prefix);
    query.setRoles(new HashSet<>(EnumSet.copyOf(Arrays.asList(roles))));
    query.setLimit(1);
    return query;
  }
}
