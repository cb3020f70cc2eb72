package dev.vertxmesh.launch.plugin;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;

/** A plugin's kind of back end: what it does wrong ends calls of its own and nothing else. */
final class GuardedKind implements BackendKind {

  private final BackendKind kind;
  private final String name;
  private final PluginGuard guard;

  GuardedKind(BackendKind kind, PluginGuard guard) {
    this.kind = kind;
    this.name = kind.name();
    this.guard = guard;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isEncrypted() {
    try {
      return kind.isEncrypted();
    } catch (Exception | LinkageError e) {
      throw unusable("isEncrypted() threw: " + e, e);
    }
  }

  /** Only here it keeps the agent from starting. */
  @Override
  public BackendFactory with(BackendSettings settings) {
    BackendFactory factory;
    try {
      factory = kind.with(settings);
    } catch (IllegalArgumentException e) {
      throw unusable(e.getMessage(), e);
    } catch (Exception | LinkageError e) {
      throw unusable("with() threw: " + e, e);
    }
    if (factory == null) {
      throw unusable("with() answered null", null);
    }
    return (owner, context) -> GuardedBackend.make(guard, factory, owner, context);
  }

  private IllegalArgumentException unusable(String what, Throwable cause) {
    return new IllegalArgumentException("plugin " + name + ": " + what, cause);
  }
}
