package dev.vertxmesh.samples.provider;

import dev.vertxmesh.samples.Address;
import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.VipUser;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The users that every sample provider starts with. */
public final class SampleUsers {
  private SampleUsers() {}

  /** User 1: every field filled. */
  public static User ada() {
    User ada = new User();
    ada.setId(1);
    ada.setName("Ada");
    ada.setRole(Role.ADMIN);
    ada.setAddress(address("St James's Square 12", "London", "SW1Y 4JH"));
    ada.setFormerAddresses(
        new ArrayList<>(List.of(address("Piccadilly 139", "London", "W1J 7NU"))));
    ada.setTags(new ArrayList<>(List.of("first", "数学")));
    ada.setScores(new LinkedHashMap<>(Map.of("chess", 12)));
    ada.setBorn(new Date(-4_861_728_000_000L)); // 1815-12-10T00:00Z: dates before 1970 count too
    ada.setBalance(new BigDecimal("1234567890.120")); // the last zero must arrive
    ada.setAvatar(new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, -1});
    ada.setActive(true);
    return ada;
  }

  /** User 2: a subclass with a manager, and nulls elsewhere. */
  public static VipUser grace() {
    VipUser grace = new VipUser();
    grace.setId(2);
    grace.setName("Grace");
    grace.setRole(Role.MEMBER);
    grace.setManager(ada());
    grace.setLevel(3);
    grace.setPerk("nanoseconds");
    return grace;
  }

  /** The same user with a level; collections are shared, not copied. */
  static VipUser promoted(User user, int level) {
    VipUser vip = new VipUser();
    vip.setId(user.getId());
    vip.setName(user.getName());
    vip.setRole(user.getRole());
    vip.setAddress(user.getAddress());
    vip.setFormerAddresses(user.getFormerAddresses());
    vip.setTags(user.getTags());
    vip.setScores(user.getScores());
    vip.setBorn(user.getBorn());
    vip.setBalance(user.getBalance());
    vip.setAvatar(user.getAvatar());
    vip.setActive(user.getActive());
    vip.setManager(user.getManager());
    vip.setLevel(level);
    return vip;
  }

  /** A user with an id and a name and nothing else. */
  static User plain(long id, String name) {
    User user = new User();
    user.setId(id);
    user.setName(name);
    return user;
  }

  /** Ann, whose manager is Bob, whose manager is Ann. */
  static User cycle() {
    User ann = plain(1, "Ann");
    User bob = plain(2, "Bob");
    ann.setManager(bob);
    bob.setManager(ann);
    return ann;
  }

  /** User 1, whose manager is user 2, and so on up to the length. */
  static User chain(int length) {
    User top = null;
    for (int id = length; id > 0; id--) {
      User user = plain(id, "user " + id);
      user.setManager(top);
      top = user;
    }
    return top;
  }

  private static Address address(String street, String city, String zip) {
    Address address = new Address();
    address.setStreet(street);
    address.setCity(city);
    address.setZip(zip);
    return address;
  }
}
