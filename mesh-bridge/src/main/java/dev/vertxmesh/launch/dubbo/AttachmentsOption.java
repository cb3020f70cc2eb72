package dev.vertxmesh.launch.dubbo;

import dev.vertxmesh.bridge.dubbo.request.AttachmentNames;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which attachments callers may set that are Dubbo's own. A field because picocli sets it. */
public final class AttachmentsOption {

  @Option(
      names = "--allow-attachment",
      paramLabel = "NAME",
      converter = Name.class,
      split = ",",
      description =
          "an attachment that Dubbo itself goes by and callers may set all the same, such as"
              + " dubbo.tag")
  private List<String> names = List.of();

  /** Empty if nothing was given. */
  public List<String> names() {
    return names;
  }

  /** One that callers may not set without it. */
  static final class Name implements ITypeConverter<String> {
    @Override
    public String convert(String value) {
      if (AttachmentNames.isOfDubbo(value)) {
        return value;
      }
      throw new TypeConversionException(
          "one that Dubbo goes by, such as dubbo.tag; others need no leave, and path, interface,"
              + " group, version and generic are the target's");
    }
  }
}
