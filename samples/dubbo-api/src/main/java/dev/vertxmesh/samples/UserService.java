package dev.vertxmesh.samples;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Users, and what the others' gateways got wrong: overloads, generic element types, boxed nulls,
 * numbers beyond 2^53, arrays, dates, subclasses, declared and undeclared exceptions.
 */
public interface UserService extends Echoes, Values, Shapes, Faults, Contexts, Lookup<User> {
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

  /** The user of that name, if there is one. */
  Optional<User> maybe(String name);

  /** Those of the ids that exist. */
  User[] findAll(long[] ids);

  /** Two users that manage each other: an object graph with a cycle. */
  User cycle();

  /** The same object twice, which is no cycle. */
  List<User> twins();

  /** A user whose manager has a manager, and so on: so many users in all. */
  User chain(int length);

  /** Ann, null and Bob. */
  List<User> withNull();

  /** Ann under her name, and null under {@code "nobody"}. */
  Map<String, User> withNullValue();

  /** So many users, to make a result of megabytes. */
  List<User> crowd(int size);

  /** A default method that calls another: {@code "Ada is ADMIN"}. */
  default String roleOf(long id) throws UserNotFoundException {
    User user = find(id);
    return user.getName() + " is " + user.getRole();
  }

  /** How many calls have reached this provider, over all its services, this method's aside. */
  long calls();
}
