package dev.vertxmesh.consumer;

import dev.vertxmesh.access.outside.ReservedMethods.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What callers on other machines may do. Fields because picocli sets them. */
final class CallersOptions {

  @Option(
      names = "--dubbo-allow",
      paramLabel = "WHAT",
      split = ",",
      converter = KindName.class,
      description =
          "what Dubbo consumers on other machines may call besides services' methods: generic for"
              + " $invoke and $invokeAsync, echo for $echo; those on this machine may anyway")
  private List<Kind> open = List.of();

  /** Which of Dubbo's own methods other machines may call. */
  Set<Kind> open() {
    return open.isEmpty() ? Set.of() : EnumSet.copyOf(open);
  }

  static final class KindName implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String value) {
      for (Kind kind : Kind.values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(value)) {
          return kind;
        }
      }
      throw new TypeConversionException("generic or echo");
    }
  }
}
