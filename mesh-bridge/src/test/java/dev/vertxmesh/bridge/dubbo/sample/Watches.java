package dev.vertxmesh.bridge.dubbo.sample;

/** What a provider calls back, and what only looks like it. */
public interface Watches {

  void watch(String key, Watcher watcher);

  void watchAll(All watcher);

  void greet(Named named);

  /** Is told. */
  interface Watcher {
    void changed(String key);
  }

  /** Is told as its parent is. */
  interface All extends Watcher {}

  /** Has nothing but getters. */
  interface Named {
    String getName();

    boolean isKnown();
  }
}
