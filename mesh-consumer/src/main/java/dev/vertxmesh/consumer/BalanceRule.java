package dev.vertxmesh.consumer;

import dev.vertxmesh.balance.BalanceMode;
import dev.vertxmesh.call.ServiceKey;
import dev.vertxmesh.launch.plugin.Plugins;
import dev.vertxmesh.launch.settings.OptionConverter;
import dev.vertxmesh.launch.settings.OptionConverter.Expected;
import dev.vertxmesh.plugin.PickerPlugin;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the calls of a service are spread, or of all that no other rule is for.
 *
 * @param service null for all
 * @param mode in turn, where a plugin picks and that fails
 * @param plugin null for a mode of the agent's own
 */
record BalanceRule(ServiceKey service, BalanceMode mode, PickerPlugin plugin) {

  /** Whether it matters by what a call is spread. */
  boolean minds() {
    return plugin != null || mode == BalanceMode.HASH;
  }

  /** Reads {@code [SERVICE=]HOW}. */
  static final class Converter implements OptionConverter<BalanceRule> {
    private Supplier<Plugins> plugins = () -> Plugins.NONE;

    @Override
    public void plugins(Supplier<Plugins> loaded) {
      plugins = loaded;
    }

    @Override
    public BalanceRule convert(String value) {
      int equals = value.lastIndexOf('=');
      try {
        ServiceKey service = equals < 0 ? null : ServiceKey.parse(value.substring(0, equals));
        String how = value.substring(equals + 1);
        for (PickerPlugin plugin : plugins.get().of(PickerPlugin.class)) {
          if (plugin.name().equals(how)) {
            return new BalanceRule(service, BalanceMode.ROUND_ROBIN, plugin);
          }
        }
        return new BalanceRule(service, BalanceMode.parse(how), null);
      } catch (IllegalArgumentException e) {
        throw new Expected("[INTERFACE[:VERSION][@GROUP]=]HOW, where HOW is one of " + names());
      }
    }

    private String names() {
      return Stream.concat(
              Stream.of(BalanceMode.names()),
              plugins.get().of(PickerPlugin.class).stream().map(PickerPlugin::name))
          .collect(Collectors.joining(", "));
    }
  }
}
