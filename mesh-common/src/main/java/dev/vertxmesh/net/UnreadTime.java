package dev.vertxmesh.net;

import io.netty.channel.Channel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.epoll.EpollTcpInfo;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.channel.uring.IoUringTcpInfo;
import java.io.IOException;

/**
 * How long a connection has waited for somebody to accept it. Only the kernel knows, and tells it
 * where the transport is epoll or io_uring.
 */
public final class UnreadTime {

  /** The caller has closed it, or it's broken: nobody waits for an answer. */
  public static final long GONE = Long.MAX_VALUE;

  // states of a connection, of Linux' include/net/tcp_states.h
  private static final int CLOSE = 7;
  private static final int CLOSE_WAIT = 8;

  private UnreadTime() {}

  /**
   * Milliseconds since its last byte came, or since it was made if none has; {@link #GONE} if its
   * caller is; 0 if it can't be known. Any thread.
   */
  public static long millis(Channel connection) {
    try {
      if (connection instanceof EpollSocketChannel socket) {
        EpollTcpInfo info = socket.tcpInfo();
        return millis(info.state(), info.lastDataRecv());
      } else if (connection instanceof IoUringSocketChannel socket) {
        IoUringTcpInfo info = socket.tcpInfo();
        return millis(info.state(), info.lastDataRecv());
      }
      return 0;
    } catch (RuntimeException e) {
      if (e.getCause() instanceof IOException) {
        return 0; // a kernel that doesn't tell
      }
      throw e;
    }
  }

  private static long millis(int state, long lastByte) {
    return state == CLOSE || state == CLOSE_WAIT ? GONE : lastByte;
  }
}
