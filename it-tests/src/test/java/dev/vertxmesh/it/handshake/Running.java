package dev.vertxmesh.it.handshake;

import dev.vertxmesh.it.harness.Node;
import dev.vertxmesh.it.harness.OldTls;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A provider of a row. */
interface Running {

  int port();

  void start();

  /** Whether it agrees to TLS 1.1; of what stands for one, whether that's as good. */
  boolean isOld();

  /** Ends it; how many calls have reached it. */
  int end();

  void close();

  /** A process that says how many when it ends. */
  static Running of(Node node, int port) {
    Pattern calls = Pattern.compile("^calls: (\\d+)");
    return new Running() {
      @Override
      public int port() {
        return port;
      }

      @Override
      public void start() {
        node.start();
      }

      @Override
      public boolean isOld() {
        return OldTls.isSpokenAt(port);
      }

      @Override
      public int end() {
        node.terminate();
        Matcher said = node.process().awaitLine(calls);
        node.process().awaitExit();
        return Integer.parseInt(said.group(1));
      }

      @Override
      public void close() {
        node.close();
      }
    };
  }

  /** What stands for one, without TLS: whatever isn't TLS counts as a call. */
  static Running of(TlsServer server) {
    return new Running() {
      @Override
      public int port() {
        return server.port();
      }

      @Override
      public void start() {}

      @Override
      public boolean isOld() {
        return true;
      }

      @Override
      public int end() {
        return server.inPlainText();
      }

      @Override
      public void close() {}
    };
  }
}
