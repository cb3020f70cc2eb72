package dev.vertxmesh.consumer.trust;

import dev.vertxmesh.access.outside.ReservedMethods.Kind;
import dev.vertxmesh.access.who.NetworkRange;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What callers on other machines may do, and who is called in plain text. */
public final class TrustOptions {

  @Option(
      names = "--dubbo-allow",
      paramLabel = "WHAT",
      split = ",",
      converter = KindName.class,
      description =
          "what Dubbo consumers on other machines may call besides services' methods: generic for"
              + " $invoke and $invokeAsync, echo for $echo; those on this machine may anyway")
  private List<Kind> open = List.of();

  @Option(
      names = "--plain-text-to",
      paramLabel = "NETWORK",
      split = ",",
      converter = Network.class,
      description =
          "where links are encrypted: addresses of providers without an agent that are called in"
              + " plain text all the same, such as 10.1.0.0/16; without it those of static: alone")
  private List<NetworkRange> plainTextTo = List.of();

  /** Which of Dubbo's own methods other machines may call. */
  public Set<Kind> open() {
    return open.isEmpty() ? Set.of() : EnumSet.copyOf(open);
  }

  /** Where providers are that are called in plain text. */
  public List<NetworkRange> plainTextTo() {
    return plainTextTo;
  }

  /**
   * @param isEncrypted whether links are
   * @throws IllegalArgumentException saying what is expected besides
   */
  public void check(boolean isEncrypted) {
    if (!plainTextTo.isEmpty() && !isEncrypted) {
      throw new IllegalArgumentException(
          "--plain-text-to is for an agent with encrypted links, expected --link-tls-cert too");
    }
  }

  static final class KindName implements OptionConverter<Kind> {
    @Override
    public Kind convert(String value) {
      for (Kind kind : Kind.values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(value)) {
          return kind;
        }
      }
      throw new Expected("generic or echo");
    }
  }

  static final class Network implements OptionConverter<NetworkRange> {
    @Override
    public NetworkRange convert(String value) {
      try {
        return NetworkRange.parse(value);
      } catch (IllegalArgumentException e) {
        throw new Expected(e.getMessage().replaceFirst("^expected ", ""));
      }
    }
  }
}
