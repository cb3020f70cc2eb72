package dev.vertxmesh.routing.yaml;

import dev.vertxmesh.routing.rule.RuleHead;
import dev.vertxmesh.routing.rule.RuleScope;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads one rule. Its name says of which kind it is, and whose, unless its text does. */
public final class RuleReader {

  /** Of a rule's text, in characters. */
  public static final int LONGEST = 256 * 1024;

  private static final int DEEPEST = 12;
  private static final int MOST_ALIASES = 20;

  private static final String TAGS = ".tag-router";
  private static final String CONDITIONS = ".condition-router";
  private static final String CONFIGURATORS = ".configurators";
  private static final String SCRIPT = ".script-router";

  private RuleReader() {}

  /**
   * @throws IllegalArgumentException saying what is wrong, and where
   */
  public static WrittenRule read(String name, String text) {
    if (name.endsWith(SCRIPT)) {
      throw new IllegalArgumentException(
          "script routers aren't run: they'd be somebody else's program in this agent");
    }
    String kind = kind(name);
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException(
          "has more than %d characters".formatted(LONGEST)); // how many more was cut off
    }
    if (text.isBlank()) {
      throw new IllegalArgumentException("is empty, as while somebody writes it; expected a rule");
    }
    Fields fields = Fields.of("", load(text));
    String preset = name.substring(0, name.length() - kind.length());
    String key = fields.text("key", preset).trim();
    if (key.isEmpty()) {
      throw new IllegalArgumentException("key: is empty, expected a service or an application");
    }
    RuleHead head =
        new RuleHead(name, scope(kind, fields), normal(key), fields.flag("force", false));
    boolean isEnabled = fields.flag("enabled", true);
    return switch (kind) {
      case TAGS -> WrittenRule.of(isEnabled, TagYaml.read(head, fields));
      case CONDITIONS ->
          WrittenRule.of(isEnabled, ConditionYaml.read(head, fields, version(fields)));
      default -> WrittenRule.of(isEnabled, ConfiguratorYaml.read(head, fields));
    };
  }

  private static String kind(String name) {
    for (String kind : List.of(TAGS, CONDITIONS, CONFIGURATORS)) {
      if (name.endsWith(kind) && name.length() > kind.length()) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "what kind of rule it is can't be told, expected a name like KEY%s, KEY%s or KEY%s"
            .formatted(TAGS, CONDITIONS, CONFIGURATORS));
  }

  private static String version(Fields fields) {
    return fields.text("configVersion", "v3.0").toLowerCase(Locale.ROOT);
  }

  private static RuleScope scope(String kind, Fields fields) {
    if (kind.equals(TAGS)) {
      return RuleScope.APPLICATION;
    }
    String scope = fields.text("scope", "service");
    return switch (scope) {
      case "service" -> RuleScope.SERVICE;
      case "application" -> RuleScope.APPLICATION;
      default ->
          throw new IllegalArgumentException(
              "scope: is '%s', expected service or application".formatted(Fields.cut(scope)));
    };
  }

  /** {@code INTERFACE:VERSION:GROUP} without the colons of what is empty; others as they are. */
  private static String normal(String key) {
    String[] parts = key.split(":", -1);
    if (parts.length < 2 || parts.length > 3 || key.indexOf('/') >= 0) {
      return key;
    }
    String version = parts[1].equals("0.0.0") ? "" : parts[1];
    String group = parts.length == 3 ? parts[2] : "";
    return (group.isEmpty() ? "" : group + "/")
        + parts[0]
        + (version.isEmpty() ? "" : ":" + version);
  }

  private static Object load(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(LONGEST);
    options.setNestingDepthLimit(DEEPEST);
    options.setMaxAliasesForCollections(MOST_ALIASES);
    options.setAllowRecursiveKeys(false);
    options.setAllowDuplicateKeys(false);
    try {
      Object loaded = new Yaml(new SafeConstructor(options)).load(text);
      return loaded == null ? Map.of() : loaded;
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw new IllegalArgumentException(
          "line %d: not YAML that is read here: %s"
              .formatted(line, Fields.cut("" + e.getProblem())));
    } catch (YAMLException e) {
      throw new IllegalArgumentException(
          "not YAML that is read here: " + Fields.cut("" + e.getMessage()));
    }
  }
}
