package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.picker.CandidatePicker;
import dev.vertxmesh.plugin.PickerPlugin;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;

/** A plugin's picker. Where it fails, or picks nobody that can be called, chance picks. */
public final class PluginPicker implements Picker {

  private static final Logger LOG = System.getLogger(PluginPicker.class.getName());

  private final String name;
  private final Picker instead;
  private CandidatePicker<Member> picker;

  public PluginPicker(PickerPlugin plugin, Member[] members, RandomGenerator random) {
    this.name = plugin.name();
    this.instead = new WeightedRandom(members, random);
    try {
      picker = Objects.requireNonNull(plugin.make(List.of(members), random), "no picker");
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  @Override
  public Member pick(long key) {
    try {
      Member picked = picker == null ? null : picker.pick(key);
      return picked != null && picked.isUsable() ? picked : instead.pick(key);
    } catch (RuntimeException | Error e) {
      fail(e);
      return instead.pick(key);
    }
  }

  @Override
  public void reweigh() {
    instead.reweigh();
    try {
      if (picker != null) {
        picker.reweigh();
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** It isn't asked again before instances come or go. */
  private void fail(Throwable error) {
    picker = null;
    LOG.log(Level.WARNING, "plugin " + name + ": its picker failed, so chance picks", error);
  }
}
