package dev.vertxmesh.routing.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A mapping of YAML, whose fields are asked for by name. What is wrong says where. */
final class Fields {

  /** Of a list, whatever is in it. */
  static final int MOST_ITEMS = 10_000;

  static final int LONGEST_TEXT = 4_096;

  private static final Set<String> OF_RULES =
      Set.of(
          "configVersion",
          "scope",
          "force",
          "runtime",
          "enabled",
          "priority",
          "key",
          "valid",
          "rawRule",
          "dynamic",
          "version");

  private final String place;
  private final Map<?, ?> map;

  private Fields(String place, Map<?, ?> map) {
    this.place = place;
    this.map = map;
  }

  static Fields of(String place, Object value) {
    if (value instanceof Map<?, ?> map) {
      return new Fields(place, map);
    }
    throw new IllegalArgumentException(at(place) + "expected lines of the form name: value");
  }

  private static String at(String place) {
    return place.isEmpty() ? "" : place + ": ";
  }

  private String place(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }

  boolean has(String name) {
    return map.get(name) != null;
  }

  /** Refuses names that nobody knows: what they mean would be left out. */
  Fields only(Set<String> known) {
    for (Object name : map.keySet()) {
      if (!known.contains(String.valueOf(name))) {
        String given = name instanceof String text ? text : "a name";
        throw new IllegalArgumentException(
            "%s'%s' isn't known here, expected one of %s"
                .formatted(
                    at(place), cut(given), String.join(", ", known.stream().sorted().toList())));
      }
    }
    return this;
  }

  /** The same of a rule for routers, which has these and what all such rules may have. */
  void onlyRule(String... names) {
    only(Stream.concat(OF_RULES.stream(), Stream.of(names)).collect(Collectors.toSet()));
  }

  String text(String name, String preset) {
    Object value = map.get(name);
    return value == null ? preset : scalar(place(name), value);
  }

  private static String scalar(String place, Object value) {
    boolean isScalar =
        value instanceof String || value instanceof Number || value instanceof Boolean;
    if (!isScalar) {
      throw new IllegalArgumentException(place + ": expected a text");
    }
    String text = value.toString();
    if (text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "%s: has %d characters, expected at most %d"
              .formatted(place, text.length(), LONGEST_TEXT));
    }
    return text;
  }

  boolean flag(String name, boolean preset) {
    String text = text(name, Boolean.toString(preset));
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(
          "%s: is '%s', expected true or false".formatted(place(name), cut(text)));
    }
    return text.equals("true");
  }

  long number(String name, long preset, long least, long most) {
    String text = text(name, Long.toString(preset));
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw notANumber(name, text, least, most);
    }
    throw notANumber(name, text, least, most);
  }

  private IllegalArgumentException notANumber(String name, String text, long least, long most) {
    return new IllegalArgumentException(
        "%s: is '%s', expected a whole number from %d to %d"
            .formatted(place(name), cut(text), least, most));
  }

  double percent(String name) {
    String text = text(name, "0");
    try {
      double percent = Double.parseDouble(text);
      if (percent >= 0 && percent <= 100) {
        return percent;
      }
    } catch (NumberFormatException e) {
      throw notPercent(name, text);
    }
    throw notPercent(name, text);
  }

  private IllegalArgumentException notPercent(String name, String text) {
    return new IllegalArgumentException(
        "%s: is '%s', expected a number from 0 to 100".formatted(place(name), cut(text)));
  }

  List<String> texts(String name) {
    List<String> texts = new ArrayList<>();
    items(name).forEach(item -> texts.add(scalar(place(name), item)));
    return texts;
  }

  List<Fields> fields(String name) {
    List<Fields> all = new ArrayList<>();
    for (Object item : items(name)) {
      all.add(of("%s[%d]".formatted(place(name), all.size() + 1), item));
    }
    return all;
  }

  Fields field(String name) {
    return of(place(name), map.get(name));
  }

  private List<?> items(String name) {
    Object value = map.get(name);
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw new IllegalArgumentException(place(name) + ": expected a list");
    }
    if (list.size() > MOST_ITEMS) {
      throw new IllegalArgumentException(
          "%s: has %d items, expected at most %d".formatted(place(name), list.size(), MOST_ITEMS));
    }
    return list;
  }

  /** Of what came from outside no more than this is said again. */
  static String cut(String text) {
    String shown = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return shown.replaceAll("\\p{Cntrl}", "?");
  }
}
