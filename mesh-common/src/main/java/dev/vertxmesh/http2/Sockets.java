package dev.vertxmesh.http2;

import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnectionInternal;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.http.impl.UnpooledHttpClientConnection;
import java.lang.reflect.Field;

/**
 * What is behind a connection of Vert.x: its handler in Netty's pipeline, for what Vert.x has no
 * option for. Made for the Vert.x and the Netty that the build names.
 */
final class Sockets {

  /** What a client's connection without a pool is a wrapper of. */
  private static final Field WRAPPED = field(UnpooledHttpClientConnection.class, "actual");

  private Sockets() {}

  static ChannelHandlerContext of(HttpConnection connection) {
    if (connection instanceof HttpServerConnection server) {
      return server.channelHandlerContext();
    }
    Object client =
        connection instanceof UnpooledHttpClientConnection ? get(WRAPPED, connection) : connection;
    return ((HttpClientConnectionInternal) client).channelHandlerContext();
  }

  static Field field(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("another Vert.x or Netty than this was made for", e);
    }
  }

  /** One that only its neighbours see. */
  static Class<?> type(Class<?> neighbour, String name) {
    try {
      return Class.forName(neighbour.getPackageName() + "." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("another Netty than this was made for", e);
    }
  }

  static Object get(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  static void set(Field field, Object owner, Object value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
