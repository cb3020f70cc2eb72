package dev.vertxmesh.launch.settings;

import dev.vertxmesh.launch.plugin.Plugins;
import java.util.function.Supplier;

/** A converter whose option may name what a plugin brings. */
public interface PluginAware {

  /**
   * @param loaded those that are there by the time that a value is converted
   */
  void plugins(Supplier<Plugins> loaded);
}
