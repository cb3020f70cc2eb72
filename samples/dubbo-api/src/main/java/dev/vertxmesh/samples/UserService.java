package dev.vertxmesh.samples;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Date;
import java.util.List;
import java.util.Map;

/**
 * Users, and what the others' gateways got wrong: overloads, generic element types, boxed nulls,
 * numbers beyond 2^53, arrays, dates, subclasses, declared and undeclared exceptions.
 */
public interface UserService extends Echoes {
  /** The stored user; a {@link VipUser} comes back as one. */
  User find(long id) throws UserNotFoundException;

  /** Overload by name: null, not an exception, when there is none. */
  User find(String name);

  /** Overload with two arguments: null when there is none who is both. */
  User find(String name, Role role);

  /** Stores the user under its id and returns what was stored before, or null. */
  User save(User user);

  /** Stores all and returns their ids in the order given. */
  List<Long> saveAll(List<User> users);

  /** Everyone whose name starts with the query's prefix and who has one of its roles. */
  Page<User> search(UserQuery query);

  /** Those of the names that exist. */
  Map<String, User> byName(List<String> names);

  /** Everyone, keyed by a number and by an enum, which JSON has no keys for. */
  Map<Long, Role> roles();

  /** The user as a VIP of this level, stored in place of the plain one. */
  VipUser promote(long id, int level) throws UserNotFoundException;

  /** Adds to the balance, which is returned with its scale. */
  BigDecimal deposit(long id, BigDecimal amount) throws UserNotFoundException;

  /** Removes the user if there is one. */
  void remove(long id);

  /** 24 hours later. */
  Date nextDay(Date date);

  /** So many days later. */
  LocalDate plusDays(LocalDate date, int days);

  /** The role after this one, round the corner. */
  Role next(Role role);

  /** Sleeps so many milliseconds, then tells how many. */
  String slow(long millis) throws InterruptedException;

  /** Throws {@link IllegalStateException}, which no signature declares, with this message. */
  String fail(String message);

  /**
   * Throws an exception of the provider's own, which callers have no class for. Dubbo 2.6 sends it
   * as the call's result; 3.3 refuses to serialize it and answers with status 50.
   */
  String failOddly(String message);

  /** How many calls have reached this provider, over all its services, this method's aside. */
  long calls();
}
