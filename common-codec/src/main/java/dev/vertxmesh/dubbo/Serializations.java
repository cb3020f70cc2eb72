package dev.vertxmesh.dubbo;

/** The serializations whose bodies are taken apart here, by their numbers in Dubbo's header. */
final class Serializations {

  static final int FASTJSON = 6;
  static final int FASTJSON2 = 23;

  private static final BodyItems LINES = new JsonItems(false);
  private static final BodyItems COUNTED = new JsonItems(true);
  private static final BodyItems JSONB = new JsonbItems();

  private Serializations() {}

  static boolean isKnown(int serialization) {
    return serialization == DubboHeader.HESSIAN2
        || serialization == FASTJSON
        || serialization == FASTJSON2;
  }

  /**
   * Who reads a body.
   *
   * @param counted whether one in fastjson has lengths before its items
   * @param hessian for bodies in hessian2
   */
  static BodyItems items(int serialization, boolean counted, HessianItems hessian) {
    return switch (serialization) {
      case DubboHeader.HESSIAN2 -> hessian;
      case FASTJSON -> counted ? COUNTED : LINES;
      case FASTJSON2 -> JSONB;
      default ->
          throw new DubboCodecException(
              "serialization %d, expected 2 (hessian2), 6 (fastjson) or 23 (fastjson2)"
                  .formatted(serialization));
    };
  }
}
