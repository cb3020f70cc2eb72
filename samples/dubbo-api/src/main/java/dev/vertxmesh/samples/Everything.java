package dev.vertxmesh.samples;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A field of each kind, those of its superclasses included; what isn't set is null. There is no
 * list of lists: fastjson2 2.0.56, which comes with Dubbo 3.3.6, can't write a bean that has one.
 */
// the collections that are put in are serializable; their interfaces don't say so
@SuppressWarnings("serial")
public class Everything extends Moments {
  private static final long serialVersionUID = 1L;

  private Role role;
  private Operation operation;
  private byte[] bytes;
  private char[] letters;
  private int[] numbers;
  private long[] longs;
  private String[] words;
  private int[][] grid;
  private User[] users;
  private List<String> names;
  private List<Long> ids;
  private List<BigDecimal> prices;
  private List<User> people;
  private Set<Role> roles;
  private Map<String, Long> counts;
  private Map<Long, Role> roleById;
  private Map<Role, Integer> perRole;
  private Map<String, List<User>> groups;
  private User user;
  private Page<User> page;
  private Object anything;

  public Role getRole() {
    return role;
  }

  public void setRole(Role role) {
    this.role = role;
  }

  public Operation getOperation() {
    return operation;
  }

  public void setOperation(Operation operation) {
    this.operation = operation;
  }

  public byte[] getBytes() {
    return bytes;
  }

  public void setBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public char[] getLetters() {
    return letters;
  }

  public void setLetters(char[] letters) {
    this.letters = letters;
  }

  public int[] getNumbers() {
    return numbers;
  }

  public void setNumbers(int[] numbers) {
    this.numbers = numbers;
  }

  public long[] getLongs() {
    return longs;
  }

  public void setLongs(long[] longs) {
    this.longs = longs;
  }

  public String[] getWords() {
    return words;
  }

  public void setWords(String[] words) {
    this.words = words;
  }

  public int[][] getGrid() {
    return grid;
  }

  public void setGrid(int[][] grid) {
    this.grid = grid;
  }

  public User[] getUsers() {
    return users;
  }

  public void setUsers(User[] users) {
    this.users = users;
  }

  public List<String> getNames() {
    return names;
  }

  public void setNames(List<String> names) {
    this.names = names;
  }

  public List<Long> getIds() {
    return ids;
  }

  public void setIds(List<Long> ids) {
    this.ids = ids;
  }

  public List<BigDecimal> getPrices() {
    return prices;
  }

  public void setPrices(List<BigDecimal> prices) {
    this.prices = prices;
  }

  public List<User> getPeople() {
    return people;
  }

  public void setPeople(List<User> people) {
    this.people = people;
  }

  public Set<Role> getRoles() {
    return roles;
  }

  public void setRoles(Set<Role> roles) {
    this.roles = roles;
  }

  public Map<String, Long> getCounts() {
    return counts;
  }

  public void setCounts(Map<String, Long> counts) {
    this.counts = counts;
  }

  public Map<Long, Role> getRoleById() {
    return roleById;
  }

  public void setRoleById(Map<Long, Role> roleById) {
    this.roleById = roleById;
  }

  public Map<Role, Integer> getPerRole() {
    return perRole;
  }

  public void setPerRole(Map<Role, Integer> perRole) {
    this.perRole = perRole;
  }

  public Map<String, List<User>> getGroups() {
    return groups;
  }

  public void setGroups(Map<String, List<User>> groups) {
    this.groups = groups;
  }

  public User getUser() {
    return user;
  }

  public void setUser(User user) {
    this.user = user;
  }

  public Page<User> getPage() {
    return page;
  }

  public void setPage(Page<User> page) {
    this.page = page;
  }

  public Object getAnything() {
    return anything;
  }

  public void setAnything(Object anything) {
    this.anything = anything;
  }
}
