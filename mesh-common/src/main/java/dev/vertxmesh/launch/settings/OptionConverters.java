package dev.vertxmesh.launch.settings;

import dev.vertxmesh.address.HostPort;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.discovery.Instance;
import dev.vertxmesh.discovery.Registries;
import dev.vertxmesh.discovery.RegistryScheme;
import dev.vertxmesh.discovery.Tag;
import dev.vertxmesh.launch.plugin.Plugins;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.net.TlsEngine;
import dev.vertxmesh.net.tls.ClientCertificates;
import dev.vertxmesh.net.tls.PeerPattern;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What options may be set to. Each refuses with what it expected. */
public final class OptionConverters {

  private OptionConverters() {}

  /** A port to listen on; 0 takes any that is free. */
  public static final class ListenPort implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) number(value, 0, 65_535, "a port from 0 to 65535, where 0 takes any free one");
    }
  }

  public static final class PositiveInt implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) number(value, 1, Integer.MAX_VALUE, "a whole number from 1");
    }
  }

  /** How often something is done again. */
  public static final class Retries implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) number(value, 0, 10, "a whole number from 0 to 10");
    }
  }

  /** A number of things, which may be none. */
  public static final class WholeNumber implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) number(value, 0, Integer.MAX_VALUE, "a whole number from 0");
    }
  }

  public static final class Percent implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      return (int) number(value, 0, 100, "percent, from 0 to 100");
    }
  }

  /** How large a message may be. */
  public static final class MessageBytes implements OptionConverter<Integer> {
    private static final int MOST = 512 << 20;

    @Override
    public Integer convert(String value) {
      return (int) number(value, 1024, MOST, "bytes, from 1024 to " + MOST);
    }
  }

  /** How much of a stream may be on its way. */
  public static final class WindowBytes implements OptionConverter<Integer> {
    private static final int LEAST = 16 << 10;
    private static final int MOST = 512 << 20;

    @Override
    public Integer convert(String value) {
      return (int) number(value, LEAST, MOST, "bytes, from " + LEAST + " to " + MOST);
    }
  }

  public static final class Weight implements OptionConverter<Integer> {
    @Override
    public Integer convert(String value) {
      int largest = Instance.LARGEST_WEIGHT;
      return (int) number(value, 1, largest, "a whole number from 1 to " + largest);
    }
  }

  public static final class TagText implements OptionConverter<Tag> {
    @Override
    public Tag convert(String value) {
      try {
        return Tag.parse(value);
      } catch (IllegalArgumentException e) {
        throw new Expected(e.getMessage());
      }
    }
  }

  /** A time span. */
  public static final class Millis implements OptionConverter<Long> {
    static final long DAY = 86_400_000;

    @Override
    public Long convert(String value) {
      return number(value, 0, DAY, "milliseconds, from 0 to " + DAY);
    }
  }

  /** A name or an address, without a port. */
  public static final class Host implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      if (!HostPort.isHost(value)) {
        throw new Expected("a host name or an address");
      }
      return value;
    }
  }

  /** Of a page, as browsers write it; or a star for all. */
  public static final class Origin implements OptionConverter<String> {
    private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@\\s]+");

    @Override
    public String convert(String value) {
      if (value.equals("*") || ORIGIN.matcher(value).matches()) {
        return value;
      }
      throw new Expected(
          "SCHEME://HOST or SCHEME://HOST:PORT without a path, such as https://shop.example.com, or"
              + " *");
    }
  }

  /** A time span that isn't nothing. */
  public static final class PositiveMillis implements OptionConverter<Long> {
    @Override
    public Long convert(String value) {
      return number(value, 1, Millis.DAY, "milliseconds, from 1 to " + Millis.DAY);
    }
  }

  /** An address to connect to. */
  public static final class Address implements OptionConverter<HostPort> {
    @Override
    public HostPort convert(String value) {
      try {
        return HostPort.parse(value);
      } catch (IllegalArgumentException e) {
        throw new Expected("HOST:PORT, but " + e.getMessage());
      }
    }
  }

  public static final class Service implements OptionConverter<ServiceKey> {
    @Override
    public ServiceKey convert(String value) {
      try {
        return ServiceKey.parse(value);
      } catch (IllegalArgumentException e) {
        throw new Expected("INTERFACE[:VERSION][@GROUP]");
      }
    }
  }

  /** Of an agent, as certificates have it. */
  public static final class PeerName implements OptionConverter<PeerPattern> {
    @Override
    public PeerPattern convert(String value) {
      try {
        return PeerPattern.parse(value);
      } catch (IllegalArgumentException e) {
        throw new Expected(PeerPattern.EXPECTED);
      }
    }
  }

  /** A file or a folder. */
  public static final class Existing implements OptionConverter<Path> {
    @Override
    public Path convert(String value) {
      try {
        Path path = Path.of(value);
        if (Files.isReadable(path)) {
          return path;
        }
      } catch (InvalidPathException e) {
        throw new Expected("a file or a folder, but " + e.getMessage());
      }
      throw new Expected("a file or a folder that is there and can be read");
    }
  }

  /** Stays text, but is checked. */
  public static final class RegistryUrl implements OptionConverter<String> {
    private static final Pattern SCHEME = Pattern.compile("[a-z0-9+.-]{1,20}:(?=/)");

    private Supplier<Plugins> plugins = () -> Plugins.NONE;

    @Override
    public void plugins(Supplier<Plugins> loaded) {
      plugins = loaded;
    }

    @Override
    public String shown(String value) {
      boolean isOpen = !value.contains("@") && !value.contains("?");
      Matcher scheme = SCHEME.matcher(value);
      return isOpen ? value : (scheme.lookingAt() ? scheme.group() : "") + "…";
    }

    @Override
    public String convert(String value) {
      try {
        Registries.parse(value, plugins.get().of(RegistryScheme.class));
        return value;
      } catch (IllegalArgumentException e) {
        throw new Expected("a registry's URL, but " + e.getMessage());
      }
    }
  }

  public static final class TransportName implements OptionConverter<Transport> {
    @Override
    public Transport convert(String value) {
      return oneOf(Transport.values(), value);
    }
  }

  public static final class TlsEngineName implements OptionConverter<TlsEngine> {
    @Override
    public TlsEngine convert(String value) {
      return oneOf(TlsEngine.values(), value);
    }
  }

  public static final class LogLevel implements OptionConverter<System.Logger.Level> {
    private static final System.Logger.Level[] LEVELS = {
      System.Logger.Level.ERROR,
      System.Logger.Level.WARNING,
      System.Logger.Level.INFO,
      System.Logger.Level.DEBUG,
      System.Logger.Level.TRACE
    };

    @Override
    public System.Logger.Level convert(String value) {
      return oneOf(LEVELS, value);
    }
  }

  /** Whether callers show a certificate. */
  public static final class ClientAuth implements OptionConverter<ClientCertificates> {
    @Override
    public ClientCertificates convert(String value) {
      return oneOf(ClientCertificates.values(), value);
    }
  }

  private static long number(String text, long least, long most, String expected) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new Expected(expected);
    }
    throw new Expected(expected);
  }

  private static <E extends Enum<E>> E oneOf(E[] known, String text) {
    for (E value : known) {
      if (name(value).equals(text)) {
        return value;
      }
    }
    throw new Expected(
        "one of "
            + Arrays.stream(known).map(OptionConverters::name).collect(Collectors.joining(", ")));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
