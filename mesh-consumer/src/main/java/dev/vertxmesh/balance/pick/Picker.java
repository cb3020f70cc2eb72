package dev.vertxmesh.balance.pick;

import dev.vertxmesh.balance.endpoint.Member;

/** Chooses one of a service's members. Belongs to one service and one event loop. */
public interface Picker {

  /**
   * @param key calls with the same one go the same way, if the picker minds
   * @return null when nobody is usable
   */
  Member pick(long key);

  /** The members' weights may have changed. */
  void reweigh();
}
