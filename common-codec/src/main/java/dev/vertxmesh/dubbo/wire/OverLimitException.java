package dev.vertxmesh.dubbo.wire;

/** A body that is nested too deep, or whose values weigh too much. */
public final class OverLimitException extends DubboCodecException {

  private static final long serialVersionUID = 1L;

  OverLimitException(String message) {
    super(message);
  }
}
