package dev.vertxmesh.dubbo.wire;

/** Bytes that aren't Dubbo's, or that are over a limit. Stackless: it is data, not a fault. */
public class DubboCodecException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DubboCodecException(String message) {
    super(message, null, false, false);
  }
}
