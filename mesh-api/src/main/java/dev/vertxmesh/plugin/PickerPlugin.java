package dev.vertxmesh.plugin;

import dev.vertxmesh.picker.Candidate;
import dev.vertxmesh.picker.CandidatePicker;
import java.util.List;
import java.util.random.RandomGenerator;

/** A way of spreading a service's calls, for {@code --balance [SERVICE=]NAME}. */
public interface PickerPlugin extends Plugin {

  /**
   * Makes what spreads the calls of one service on one event loop; again whenever instances come or
   * go. Where it throws, and where what it made throws or picks nobody that can be called, any
   * candidate that can is taken.
   *
   * @param all at least one
   * @param random of the event loop
   */
  <C extends Candidate> CandidatePicker<C> make(List<C> all, RandomGenerator random);
}
