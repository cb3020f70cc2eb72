package dev.vertxmesh.dubbo.hessian;

/**
 * Which arguments any provider can read to their ends, as what their types say: those whose tags
 * fit types of the JDK. Of others, and of what is in them that names a class, it isn't known here.
 */
final class HessianShapes {

  private static final String STRING = "Ljava/lang/String;";
  private static final String ANY = "Ljava/lang/Object;";
  private static final String MAP = "Ljava/util/Map;";
  private static final String LIST = "Ljava/util/List;";
  private static final String NUMBERS = "ZBSIJFD";

  private HessianShapes() {}

  /**
   * @param descriptor parameter types in the JVM's form
   * @param type where one begins in it
   * @param tag of the argument
   */
  static boolean isSurelyRead(String descriptor, int type, int tag) {
    if (NUMBERS.indexOf(descriptor.charAt(type)) >= 0) {
      return isNumber(tag);
    } else if (descriptor.startsWith(STRING, type)) {
      return tag == 'N' || HessianBytes.isString(tag);
    } else if (descriptor.startsWith(MAP, type)) {
      return tag == 'N' || tag == 'H';
    } else if (descriptor.startsWith(LIST, type)) {
      return tag == 'N' || tag == 'W' || tag == 'X' || tag >= 0x78 && tag <= 0x7f;
    }
    return descriptor.startsWith(ANY, type);
  }

  /** Where the next type begins. */
  static int next(String descriptor, int type) {
    int at = type;
    while (descriptor.charAt(at) == '[') {
      at++;
    }
    return 1 + (descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at);
  }

  private static boolean isNumber(int tag) {
    return tag >= 0x80
        || tag >= 0x38 && tag <= 0x3f
        || tag == 0x59
        || tag >= 0x5b && tag <= 0x5f
        || "ILDTF".indexOf(tag) >= 0;
  }
}
