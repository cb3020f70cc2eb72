package dev.vertxmesh.dubbo.wire;

import java.util.Set;

/** What the names of classes on the wire say by themselves; none is looked up. */
public final class WireTypeNames {

  /** What fastjson2 shortens to the part after the package, so far as it isn't a container. */
  private static final Set<String> OF_JAVA_LANG =
      Set.of(
          "Exception",
          "RuntimeException",
          "IllegalAccessError",
          "IllegalAccessException",
          "IllegalArgumentException",
          "IllegalMonitorStateException",
          "IllegalStateException",
          "IllegalThreadStateException",
          "IndexOutOfBoundsException",
          "InstantiationError",
          "InstantiationException",
          "InternalError",
          "InterruptedException",
          "LinkageError",
          "NegativeArraySizeException",
          "NoClassDefFoundError",
          "NoSuchFieldError",
          "NoSuchFieldException",
          "NoSuchMethodError",
          "NoSuchMethodException",
          "NullPointerException",
          "NumberFormatException",
          "OutOfMemoryError",
          "SecurityException",
          "StackOverflowError",
          "StringIndexOutOfBoundsException",
          "TypeNotPresentException",
          "VerifyError",
          "StackTraceElement");

  private static final Set<String> SHORT_MAPS =
      Set.of("M", "LM", "TM", "Map", "JSONObject", "JO1", "JO10", "Hashtable");

  private static final Set<String> MAPS =
      Set.of(
          "com.alibaba.fastjson.JSONObject",
          "com.alibaba.fastjson2.JSONObject",
          "java.util.Hashtable",
          "java.util.Properties");

  private static final Set<String> DATES =
      Set.of("java.util.Date", "java.sql.Timestamp", "java.sql.Date", "java.sql.Time");

  private WireTypeNames() {}

  /** The whole name of a class that fastjson2 has a short one for. */
  public static String full(String type) {
    if (OF_JAVA_LANG.contains(type)) {
      return "java.lang." + type;
    }
    return type.equals("TimeUnit") ? "java.util.concurrent.TimeUnit" : type;
  }

  /** Whether it is one of the JDK's maps, or of fastjson's: only its entries matter. */
  public static boolean isMap(String type) {
    if (type.indexOf('.') < 0) {
      return type.endsWith("Map") || SHORT_MAPS.contains(type);
    }
    boolean ofJdk = type.startsWith("java.util.");
    int dollar = type.lastIndexOf('$');
    return MAPS.contains(type)
        || ofJdk && (type.endsWith("Map") || dollar > 0 && type.startsWith("Map", dollar + 1));
  }

  public static boolean isArray(String type) {
    return type.startsWith("[") || type.endsWith("[]");
  }

  public static boolean isString(String type) {
    return type.equals("String") || type.equals("java.lang.String");
  }

  /** Whether fastjson writes it as an object with the one field {@code val}, in milliseconds. */
  public static boolean isDate(String type) {
    return DATES.contains(type);
  }
}
