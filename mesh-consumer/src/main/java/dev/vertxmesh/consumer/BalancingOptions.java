package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.balance.EjectionOptions;
import dev.vertxmesh.balance.pick.HashKey;
import dev.vertxmesh.balance.pick.Subset;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.launch.settings.OptionConverters;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What the consumer agent can be told about whom it calls. */
final class BalancingOptions {

  /** Stays text, but is checked. */
  static final class HashOn implements OptionConverter<String> {
    @Override
    public String convert(String value) {
      try {
        HashKey.parse(value);
        return value;
      } catch (IllegalArgumentException e) {
        throw new Expected(e.getMessage());
      }
    }
  }

  @Option(
      names = "--balance",
      paramLabel = "[SERVICE=]HOW",
      split = ",",
      converter = BalanceRule.Converter.class,
      description =
          "how calls are spread, of one service or of all others: adaptive, round-robin, random,"
              + " least-in-flight, peak-ewma, hash, or a plugin's; the default is adaptive")
  List<BalanceRule> balance = new ArrayList<>();

  @Option(
      names = "--hash-on",
      paramLabel = "WHAT",
      converter = HashOn.class,
      description =
          "what hash goes by: attachment:NAME, header:NAME of an HTTP request, or argument:INDEX of"
              + " JSON, from argument:0; without it, or in a call that has none, by chance")
  String hashOn;

  @Option(
      names = "--warm-up",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "how long an instance that has just started gets less than its share, in milliseconds; 0"
              + " for not at all")
  long warmUpMillis = 30_000;

  @Option(
      names = "--eject-failures",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description = "failures in a row after which an instance is left out; 0 for never")
  int ejectFailures = EjectionOptions.DEFAULT.failures();

  @Option(
      names = "--eject-rate",
      paramLabel = "PERCENT",
      converter = OptionConverters.Percent.class,
      description =
          "an instance is left out of whose calls so many percent more fail than twice its peers'"
              + " percentage; 0 for never")
  int ejectRate = (int) (EjectionOptions.DEFAULT.failingPart() * 100);

  @Option(
      names = "--eject-slow",
      paramLabel = "TIMES",
      converter = OptionConverters.WholeNumber.class,
      description =
          "an instance is left out that takes more than so many times as long as its peers; 0 for"
              + " never")
  int ejectSlow = (int) EjectionOptions.DEFAULT.slowTimes();

  @Option(
      names = "--eject-time",
      paramLabel = "MS",
      converter = OptionConverters.PositiveMillis.class,
      description =
          "how long it's left out, in milliseconds, before one call tries it; twice as long each"
              + " time that it fails again")
  long ejectMillis = EjectionOptions.DEFAULT.baseMillis();

  @Option(
      names = "--eject-most",
      paramLabel = "PERCENT",
      converter = OptionConverters.Percent.class,
      description =
          "the part of a service's instances that may be left out at a time, and one of several in"
              + " any case; 0 for none")
  int ejectMost = (int) (EjectionOptions.DEFAULT.mostPart() * 100);

  @Option(
      names = "--subset",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description = "how many instances of a service are called from here; 0 for all")
  int subset = 100;

  @Option(
      names = "--consumer-id",
      paramLabel = "NAME",
      description =
          "this agent's name among the consumer agents, which says which subset it takes; best with"
              + " a number at its end, as in gateway-0; the default is the host's name")
  String consumerId;

  /** The last rule for the service, or else the last for all. */
  BalanceRule rule(ServiceKey service) {
    BalanceRule all = new BalanceRule(null, BalanceMode.ADAPTIVE, null);
    BalanceRule own = null;
    for (BalanceRule rule : balance) {
      if (rule.service() == null) {
        all = rule;
      } else if (rule.service().equals(service)) {
        own = rule;
      }
    }
    return own == null ? all : own;
  }

  BalanceMode mode(ServiceKey service) {
    return rule(service).mode();
  }

  /** The HTTP header that hash goes by; null if it goes by something else. */
  String affinityHeader() {
    boolean isHeader = hashOn != null && hashOn.startsWith(HashKey.HEADER);
    return isHeader ? hashOn.substring(HashKey.HEADER.length()) : null;
  }

  HashKey hashKey() {
    return hashOn == null ? HashKey.NOTHING : HashKey.parse(hashOn);
  }

  /**
   * @throws IllegalArgumentException for an option that others make useless
   */
  void check() {
    if (hashOn != null && balance.stream().noneMatch(BalanceRule::minds)) {
      throw new IllegalArgumentException(
          "--hash-on: no service is balanced by it, expected --balance hash too");
    }
  }

  EjectionOptions ejection() {
    return new EjectionOptions(
        ejectFailures, ejectRate / 100.0, ejectSlow, ejectMillis, ejectMost / 100.0);
  }

  Subset subset() {
    return new Subset(subset, consumerId == null ? hostName() : consumerId);
  }

  private static String hostName() {
    String named = System.getenv("HOSTNAME");
    if (named != null && !named.isBlank()) {
      return named;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "consumer"; // so this one takes the same subset as others without a name
    }
  }
}
