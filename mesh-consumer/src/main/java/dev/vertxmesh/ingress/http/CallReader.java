package dev.vertxmesh.ingress.http;

import dev.vertxmesh.call.Call;

/** Makes a call of a request whose body has been read. */
@FunctionalInterface
interface CallReader {

  /**
   * @throws BadCall naming the field or the place of what is wrong
   */
  Call read(CallHeaders headers, byte[] body);
}
