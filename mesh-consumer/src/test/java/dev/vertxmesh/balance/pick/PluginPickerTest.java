package dev.vertxmesh.balance.pick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.vertxmesh.balance.Members;
import dev.vertxmesh.balance.endpoint.Member;
import dev.vertxmesh.picker.Candidate;
import dev.vertxmesh.picker.CandidatePicker;
import dev.vertxmesh.plugin.PickerPlugin;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pickers of plugins: what they say counts where it can. */
class PluginPickerTest {

  private final Member[] members = Members.of(Members.weighing(1, 1, 1));

  @Test
  void whomThePluginPicksGetsTheCall() {
    assertThat(picks(0)).containsOnly(members[0]);
  }

  @Test
  void whereThatOneCannotBeCalledSomebodyElseIs() {
    members[0].passedOver(true);
    assertThat(picks(0)).contains(members[1], members[2]).doesNotContain(members[0]);
  }

  @Test
  void whereItFailsChancePicks() {
    assertThat(picks(7)).contains(members);
  }

  private List<Member> picks(int index) {
    PluginPicker picker = new PluginPicker(plugin(index), members, Members.chance());
    picker.reweigh();
    return Stream.generate(() -> picker.pick(HashKey.NONE)).limit(100).toList();
  }

  private static PickerPlugin plugin(int index) {
    return new PickerPlugin() {
      @Override
      public String name() {
        return "one";
      }

      @Override
      public <C extends Candidate> CandidatePicker<C> make(List<C> all, RandomGenerator random) {
        return key -> all.get(index);
      }
    };
  }
}
