package dev.vertxmesh.samples.compare;

import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserQuery;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.provider.SampleUsers;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every method of {@link UserService}, most of them with several arguments. What a probe stores it
 * takes away again, so that the second way finds what the first one found.
 */
public final class UserProbes {

  private static final long STORED = 77;
  private static final String LONG = "0123456789abcdé数🚀".repeat(5_000);

  private final Map<String, Probe<UserService>> probes = new LinkedHashMap<>();

  private UserProbes() {}

  /** By what they do, in the order in which they're to be made. */
  public static Map<String, Probe<UserService>> all() {
    UserProbes all = new UserProbes();
    all.addEchoes();
    all.addArrays();
    all.addOverloads();
    all.addUsers();
    all.addOthers();
    all.addFailures();
    return all.probes;
  }

  private void add(String name, Probe<UserService> probe) {
    probes.put(name, probe);
  }

  private void addEchoes() {
    for (String text : Arrays.asList("a", "", "é数👩‍🚀\n\u0000", LONG, null)) {
      String name = text == null || text.length() < 20 ? text : "of " + text.length();
      add("echo " + name, service -> service.echo(text));
    }
    for (long number : new long[] {0, -1, 127, -2049, 1 << 20, Long.MIN_VALUE, Long.MAX_VALUE}) {
      add("echoByte " + number, service -> service.echoByte((byte) number));
      add("echoShort " + number, service -> service.echoShort((short) number));
      add("echoInt " + number, service -> service.echoInt((int) number));
      add("echoLong " + number, service -> service.echoLong(number));
      add("echoFloat " + number, service -> service.echoFloat(number / 3f));
      add("echoDouble " + number, service -> service.echoDouble(number / 3.0));
      add("echoInteger " + number, service -> service.echoInteger((int) number));
      add("echoBoxedLong " + number, service -> service.echoBoxedLong(number));
      add("echoBoxedDouble " + number, service -> service.echoBoxedDouble((double) number));
    }
    add("echoDouble NaN", service -> service.echoDouble(Double.NaN));
    add("echoChar", service -> service.echoChar('数'));
    add("echoBoolean", service -> service.echoBoolean(true));
    add("echoBoxedBoolean", service -> service.echoBoxedBoolean(false));
    add("echoInteger null", service -> service.echoInteger(null));
    add("echoBoxedLong null", service -> service.echoBoxedLong(null));
    add("echoBoxedBoolean null", service -> service.echoBoxedBoolean(null));
    add("echoBoxedDouble null", service -> service.echoBoxedDouble(null));
    add("nothing", UserService::nothing);
    add(
        "touch",
        service -> {
          service.touch();
          return "touched";
        });
  }

  private void addArrays() {
    add("reverse", service -> service.reverse(new byte[] {1, -2, 0}));
    add("reverse of 100000", service -> service.reverse(new byte[100_000]));
    add("sorted", service -> service.sorted(new int[] {3, -1, 1 << 20}));
    add("upper", service -> service.upper(new String[] {"a", "é", "ß"}));
    add("letters", service -> service.letters(new char[] {'a', '数'}));
    add("concat", service -> service.concat("a", 1, true));
    add("join", service -> service.join(List.of("a", "b")));
    add("join of 10000", service -> service.join(new ArrayList<>(List.of(LONG.split("")))));
    add("join nothing", service -> service.join(new ArrayList<>()));
    add("sum", service -> service.sum(new ArrayList<>(List.of(1L, 1L << 40))));
  }

  private void addOverloads() {
    add("describe int", service -> service.describe(5));
    add("describe long", service -> service.describe(5L));
    add("describe Integer", service -> service.describe(Integer.valueOf(5)));
    add("describe String", service -> service.describe("5"));
    add("describe String int", service -> service.describe("5", 2));
    add("describe User", service -> service.describe(SampleUsers.grace()));
    add("find by name", service -> service.find("Grace"));
    add("find nobody", service -> service.find("Nobody"));
    add("find by name and role", service -> service.find("Ada", Role.ADMIN));
  }

  private void addUsers() {
    add("find by id", service -> service.find(1));
    add("find a VIP", service -> service.find(2));
    add("find no id", service -> service.find(99));
    add(
        "save",
        service -> {
          User before = service.save(stored());
          User after = service.save(stored());
          service.remove(STORED);
          return Arrays.asList(before, after);
        });
    add("save one that is its own manager", UserProbes::saveCyclic);
    add(
        "saveAll",
        service -> {
          List<Long> ids = service.saveAll(new ArrayList<>(List.of(stored(), stored())));
          service.remove(STORED);
          return ids;
        });
    add(
        "promote",
        service -> {
          service.save(stored());
          User vip = service.promote(STORED, 4);
          service.remove(STORED);
          return vip;
        });
    add("promote nobody", service -> service.promote(99, 1));
    add("search", service -> service.search(query("A", EnumSet.of(Role.ADMIN, Role.MEMBER))));
    add("search everyone", service -> service.search(new UserQuery()));
    add("byName", service -> service.byName(new ArrayList<>(List.of("Ada", "Nobody", "Grace"))));
    add("roles", UserService::roles);
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

  private static UserQuery query(String prefix, EnumSet<Role> roles) {
    UserQuery query = new UserQuery();
    query.setPrefix(prefix);
    query.setRoles(new HashSet<>(roles));
    query.setLimit(1);
    return query;
  }

  private void addOthers() {
    add("deposit", service -> service.deposit(1, new BigDecimal("0.000")));
    add("deposit to nobody", service -> service.deposit(99, BigDecimal.ONE));
    add("nextDay", service -> service.nextDay(new Date(-1)));
    add("plusDays", service -> service.plusDays(LocalDate.of(2024, 2, 28), 2));
    add("next", service -> service.next(Role.ADMIN));
    add("slow", service -> service.slow(20));
    add("calls", service -> service.calls() > 0);
  }

  private void addFailures() {
    add("fail", service -> service.fail("on purpose"));
    add("fail without a message", service -> service.fail(null));
    add("failOddly", service -> service.failOddly("on fire"));
    add("next of null", service -> service.next(null));
    add("slow for too long", service -> service.slow(5_000));
  }
}
