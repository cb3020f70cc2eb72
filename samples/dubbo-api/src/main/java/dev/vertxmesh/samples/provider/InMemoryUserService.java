package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Page;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserNotFoundException;
import dev.vertxmesh.samples.UserQuery;
import dev.vertxmesh.samples.UserService;
import dev.vertxmesh.samples.VipUser;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Users in a map by id; it starts with the two of {@link SampleUsers}. */
public final class InMemoryUserService extends CountedEchoes implements UserService {
  private final Map<Long, User> users = new ConcurrentSkipListMap<>();

  public InMemoryUserService(CallCount calls) {
    super(calls);
    users.put(1L, SampleUsers.ada());
    users.put(2L, SampleUsers.grace());
  }

  /** What a provider throws that its callers have never heard of. */
  static final class DiskOnFireException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DiskOnFireException(String message) {
      super(message);
    }
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
  public Date nextDay(Date date) {
    return counted(new Date(date.getTime() + TimeUnit.DAYS.toMillis(1)));
  }

  @Override
  public LocalDate plusDays(LocalDate date, int days) {
    return counted(date.plusDays(days));
  }

  @Override
  public Role next(Role role) {
    return counted(Role.values()[(role.ordinal() + 1) % Role.values().length]);
  }

  @Override
  public String slow(long millis) throws InterruptedException {
    calls.add();
    Thread.sleep(millis);
    return "slept " + millis + " ms";
  }

  @Override
  public String fail(String message) {
    calls.add();
    throw new IllegalStateException(message);
  }

  @Override
  public String failOddly(String message) {
    calls.add();
    throw new DiskOnFireException(message);
  }

  @Override
  public long calls() {
    return calls.total();
  }
}
