package dev.vertxmesh.consumer.routes;

import dev.vertxmesh.discovery.Tag;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.launch.settings.OptionConverters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the consumer agent can be told about which instances a call may go to. */
public final class RoutingOptions {

  /** By which a call says what tag it's for, unless another is named. */
  static final String TAG_HEADER = "x-mesh-tag";

  /** A single file would be no rules at all. */
  static final class Folder implements OptionConverter<Path> {
    private final OptionConverters.Existing existing = new OptionConverters.Existing();

    @Override
    public Path convert(String value) {
      Path folder = existing.convert(value);
      if (!Files.isDirectory(folder)) {
        throw new Expected("a folder, and not a single file");
      }
      return folder;
    }
  }

  /** Stays text, but is checked. */
  static final class HeaderName implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      if (!value.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")) {
        throw new Expected("a header's name, such as " + TAG_HEADER);
      }
      return value;
    }
  }

  @Option(
      names = "--routes",
      paramLabel = "FOLDER",
      converter = Folder.class,
      description =
          "a folder of Dubbo's routing rules, KEY.tag-router.yaml, KEY.condition-router.yaml and"
              + " KEY.configurators.yaml, read again when they change")
  Path routes;

  @Option(
      names = "--tag-header",
      paramLabel = "NAME",
      converter = HeaderName.class,
      description =
          "the header or metadata that says which tag a call is for, and becomes its attachment"
              + " dubbo.tag, where --attachment-allow lets callers set that")
  String tagHeader = TAG_HEADER;

  @Option(
      names = "--application",
      paramLabel = "NAME",
      description = "what rules call the application that calls, where calls don't say")
  String application = "vertx-mesh";

  @Option(
      names = "--caller-tag",
      paramLabel = "NAME=VALUE",
      split = ",",
      converter = OptionConverters.TagText.class,
      description = "what else rules may ask about this agent's callers, such as region=hangzhou")
  List<Tag> words = List.of();

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description =
          "where this agent is: calls stay with instances whose tag zone says the same, while"
              + " those have free capacity")
  private String zone;

  /** By which a call says what tag it's for. */
  public String header() {
    return tagHeader;
  }

  /** Empty if it's in none. */
  public String zone() {
    return zone == null ? "" : zone;
  }

  Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    words.forEach(word -> parameters.put(word.name(), word.value()));
    return parameters;
  }
}
