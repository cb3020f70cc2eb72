package dev.vertxmesh.samples.backend;

import dev.vertxmesh.backend.BackendFactory;
import dev.vertxmesh.backend.BackendKind;
import dev.vertxmesh.backend.BackendSettings;

/**
 * Servers of plain HTTP, as {@code http-json://HOST:PORT}: a call is {@code POST /SERVICE/METHOD}
 * with the JSON array of its arguments, and a status of 2xx has its result as JSON.
 */
public final class HttpJson implements BackendKind {

  @Override
  public String name() {
    return "http-json";
  }

  @Override
  public BackendFactory with(BackendSettings settings) {
    return (owner, context) -> new HttpJsonServer(owner, settings.maxMessage());
  }
}
