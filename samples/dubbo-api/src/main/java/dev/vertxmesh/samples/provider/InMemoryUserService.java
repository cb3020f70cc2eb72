package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Page;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserNotFoundException;
import dev.vertxmesh.samples.UserQuery;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.VipUser;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Users in a map by id; it starts with the two of {@link SampleUsers}. */
public final class InMemoryUserService extends CountedContexts implements UserService {
  private final Map<Long, User> users = new ConcurrentSkipListMap<>();

  public InMemoryUserService(CallCount calls, CallContext context) {
    super(calls, context);
    users.put(1L, SampleUsers.ada());
    users.put(2L, SampleUsers.grace());
  }

  @Override
  public User find(long id) throws UserNotFoundException {
    calls.add();
    return existing(id);
  }

  private User existing(long id) throws UserNotFoundException {
    User user = users.get(id);
    if (user == null) {
      throw new UserNotFoundException(id, "never saved");
    }
    return user;
  }

  @Override
  public User find(String name) {
    return counted(first(user -> name.equals(user.getName())));
  }

  @Override
  public User find(String name, Role role) {
    return counted(first(user -> name.equals(user.getName()) && role == user.getRole()));
  }

  private User first(Predicate<User> wanted) {
    return users.values().stream().filter(wanted).findFirst().orElse(null);
  }

  @Override
  public User save(User user) {
    return counted(users.put(user.getId(), user));
  }

  @Override
  public List<Long> saveAll(List<User> all) {
    List<Long> ids = new ArrayList<>();
    for (User user : all) {
      users.put(user.getId(), user);
      ids.add(user.getId());
    }
    return counted(ids);
  }

  @Override
  public Page<User> search(UserQuery query) {
    List<User> found = users.values().stream().filter(user -> matches(query, user)).toList();
    Stream<User> page = found.stream().skip(query.getOffset());
    Page<User> answer = new Page<>();
    answer.setTotal(found.size());
    answer.setItems(
        new ArrayList<>((query.getLimit() > 0 ? page.limit(query.getLimit()) : page).toList()));
    return counted(answer);
  }

  private static boolean matches(UserQuery query, User user) {
    return (query.getPrefix() == null || user.getName().startsWith(query.getPrefix()))
        && (query.getRoles() == null || query.getRoles().contains(user.getRole()));
  }

  @Override
  public Map<String, User> byName(List<String> names) {
    Map<String, User> found = new LinkedHashMap<>();
    for (String name : names) {
      User user = first(each -> name.equals(each.getName()));
      if (user != null) {
        found.put(name, user);
      }
    }
    return counted(found);
  }

  @Override
  public Map<Long, Role> roles() {
    Map<Long, Role> roles = new LinkedHashMap<>();
    users.forEach((id, user) -> roles.put(id, user.getRole()));
    return counted(roles);
  }

  @Override
  public VipUser promote(long id, int level) throws UserNotFoundException {
    calls.add();
    VipUser vip = SampleUsers.promoted(existing(id), level);
    users.put(id, vip);
    return vip;
  }

  @Override
  public BigDecimal deposit(long id, BigDecimal amount) throws UserNotFoundException {
    calls.add();
    User user = existing(id);
    synchronized (user) {
      user.setBalance(Objects.requireNonNullElse(user.getBalance(), BigDecimal.ZERO).add(amount));
      return user.getBalance();
    }
  }

  @Override
  public void remove(long id) {
    calls.add();
    users.remove(id);
  }

  @Override
  public User same(User value) {
    return counted(value);
  }

  @Override
  public Optional<User> maybe(String name) {
    return counted(Optional.ofNullable(first(user -> name.equals(user.getName()))));
  }

  @Override
  public User[] findAll(long[] ids) {
    return counted(
        Arrays.stream(ids).mapToObj(users::get).filter(Objects::nonNull).toArray(User[]::new));
  }

  @Override
  public CompletableFuture<User> userLater(long id) {
    calls.add();
    return CompletableFuture.supplyAsync(() -> users.get(id));
  }

  @Override
  public User cycle() {
    return counted(SampleUsers.cycle());
  }

  @Override
  public List<User> twins() {
    User one = SampleUsers.plain(1, "Ann");
    return counted(new ArrayList<>(List.of(one, one)));
  }

  @Override
  public User chain(int length) {
    return counted(SampleUsers.chain(length));
  }

  @Override
  public List<User> withNull() {
    return counted(
        new ArrayList<>(
            Arrays.asList(SampleUsers.plain(1, "Ann"), null, SampleUsers.plain(2, "Bob"))));
  }

  @Override
  public Map<String, User> withNullValue() {
    Map<String, User> users = new LinkedHashMap<>();
    users.put("Ann", SampleUsers.plain(1, "Ann"));
    users.put("nobody", null);
    return counted(users);
  }

  @Override
  public List<User> crowd(int size) {
    List<User> crowd = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      crowd.add(SampleUsers.plain(i, "user " + i));
    }
    return counted(crowd);
  }

  @Override
  public long calls() {
    return calls.total();
  }
}
