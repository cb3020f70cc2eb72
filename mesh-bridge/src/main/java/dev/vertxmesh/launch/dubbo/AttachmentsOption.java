package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.access.outside.AllowedNames;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.List;

/** Which attachments of callers go on. */
public final class AttachmentsOption {

  @Option(
      names = "--attachment-allow",
      paramLabel = "NAME",
      converter = Name.class,
      split = ",",
      description =
          "an attachment, header or metadata of callers that goes on to providers, or what names"
              + " begin with and a *; all others don't; what steers Dubbo, such as dubbo.tag, goes on"
              + " only where it's named as a whole; without it all go on but those")
  private List<String> names = List.of();

  /** What callers may say. */
  public AllowedNames names() {
    return names.isEmpty() ? AllowedNames.ALL : new AllowedNames(names);
  }

  static final class Name implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      try {
        return AllowedNames.check(value);
      } catch (IllegalArgumentException e) {
        throw new Expected(e.getMessage());
      }
    }
  }
}
