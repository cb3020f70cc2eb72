package dev.vertxmesh.dubbo.classfilter;

import dev.vertxmesh.dubbo.wire.DubboCodecException;

/** A message names a class that is let through in no message, see {@link DeniedClasses}. */
public final class DeniedClassException extends DubboCodecException {

  private static final long serialVersionUID = 1L;

  /** No such class has a longer name, and a message repeats it. */
  private static final int SHOWN = 200;

  DeniedClassException(String className) {
    super(
        "it names the class %s, which is no service's but what attacks are made of"
            .formatted(
                className.length() <= SHOWN ? className : className.substring(0, SHOWN) + "..."));
  }
}
