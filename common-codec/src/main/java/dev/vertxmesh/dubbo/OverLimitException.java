package dev.vertxmesh.dubbo;

/** A body that is nested too deep, or has too many values. */
public final class OverLimitException extends DubboCodecException {

  private static final long serialVersionUID = 1L;

  OverLimitException(String message) {
    super(message);
  }
}
