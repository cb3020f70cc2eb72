package dev.vertxmesh.bridge.dubbo.sample;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Date;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A service whose methods take a bit of everything. */
@SuppressWarnings("serial")
public interface Shop extends Store<Shop.Order> {

  enum Color {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "green";
      }
    }
  }

  class Base implements Serializable {
    public long id;
    public String name;
    public transient String secret = "kept";
    public static String shared;
  }

  class Order extends Base {
    public byte[] picture;
    public char[] letters;
    public Date at;
    public LocalDate day;
    public BigDecimal price;
    public int count;
    public Integer maybe;
    public List<Long> ids;
    public List<Map<String, Long>> tables;
    public Set<Color> colors;
    public Map<Long, Color> byNumber;
    public Map<Color, List<Date>> byColor;
    public SortedMap<LocalDate, Integer> byDay;
    public SortedSet<String> sorted;
    public LinkedList<Short> linked;
    public Order parent;
    public Order[] parts;
    public Order[][] grid;
    public Page<Base> page;
    public Shape shape;
    public Object anything;
    public UUID uuid;
    public Locale locale;
    public Color color;
  }

  class Gift extends Order {
    public String ribbon;
  }

  class Scaled extends Base {
    public float factor;
    public Float boxed;
    public Order order;
    public Scaled[] parts;
  }

  class Page<T> implements Serializable {
    public List<T> items;
    public T first;
  }

  class NamedPage<A, T> extends Page<T> {
    public A label;
  }

  interface Shape {}

  class Circle implements Shape, Serializable {
    public double radius;
  }

  class Square implements Shape, Serializable {
    public double side;
  }

  /** On the wire it looks like a constant of an enum. */
  class Label implements Serializable {
    public String name;
  }

  class Odd implements Serializable {
    public TimeUnit unit;
  }

  class Swapped implements Serializable {
    private Object writeReplace() {
      return "something else";
    }
  }

  class Grown extends java.util.ArrayList<String> {}

  /** Something nobody implements. */
  interface Nothing {}

  int put(Order order);

  int put(Order order, int times);

  int put(Order order, Color color, String note);

  int page(Page<Order> page);

  int pages(Map<String, Page<? extends Base>> pages);

  <T extends Base> int list(List<T> list);

  int raw(@SuppressWarnings("rawtypes") List list);

  int optional(Optional<Long> value);

  int any(Object value);

  int shape(Shape shape);

  int odd(Odd odd);

  int swapped(Swapped swapped);

  int grown(Grown grown);

  int nothing(Nothing nothing);

  int unit(TimeUnit unit);

  int color(Color color);

  int hidden(Map<Order, String> map);

  int sum(int left, int right, String note);

  default int defaulted(List<? super Long> values) {
    return values.size();
  }

  static int helper(int value) {
    return value;
  }
}
