package dev.vertxmesh.bridge.dubbo.values;

import java.io.IOException;

/** Reads values of one type. */
@FunctionalInterface
public interface TypedValueReader {

  /**
   * @param json standing at the value's first token; afterwards at its last
   * @return what {@link dev.vertxmesh.dubbo.hessian.HessianArguments} writes
   * @throws BadArgument if the value doesn't fit the type
   */
  Object read(JsonValues json) throws IOException;
}
