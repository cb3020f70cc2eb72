package dev.vertxmesh.dubbo;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** What a provider's interface may be made of: its classes are in its list of allowed ones. */
public final class PeerTypes {

  private PeerTypes() {}

  public enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "GREEN";
      }
    }
  }

  public static class Tally implements Serializable {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // the map that is put in is serializable
    private Map<Colour, Integer> counts;

    public Map<Colour, Integer> getCounts() {
      return counts;
    }

    public void setCounts(Map<Colour, Integer> counts) {
      this.counts = counts;
    }
  }

  public static class Person implements Serializable {
    private static final long serialVersionUID = 1L;
    private String name;
    private int age;
    private Colour colour;
    private BigDecimal price;
    private Person friend;
    private List<Person> friends;
    private Map<String, Person> named;
    private Object any;

    public Person() {}

    public Person(String name) {
      this.name = name;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getAge() {
      return age;
    }

    public void setAge(int age) {
      this.age = age;
    }

    public Colour getColour() {
      return colour;
    }

    public void setColour(Colour colour) {
      this.colour = colour;
    }

    public BigDecimal getPrice() {
      return price;
    }

    public void setPrice(BigDecimal price) {
      this.price = price;
    }

    public Person getFriend() {
      return friend;
    }

    public void setFriend(Person friend) {
      this.friend = friend;
    }

    public List<Person> getFriends() {
      return friends;
    }

    public void setFriends(List<Person> friends) {
      this.friends = friends;
    }

    public Map<String, Person> getNamed() {
      return named;
    }

    public void setNamed(Map<String, Person> named) {
      this.named = named;
    }

    public Object getAny() {
      return any;
    }

    public void setAny(Object any) {
      this.any = any;
    }
  }
}
