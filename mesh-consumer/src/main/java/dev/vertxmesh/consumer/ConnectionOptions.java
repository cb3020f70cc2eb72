package dev.vertxmesh.consumer;

import dev.vertxmesh.launch.settings.Option;
import dev.vertxmesh.launch.settings.OptionConverters;
import dev.vertxmesh.listen.ConnectionCount;
import dev.vertxmesh.listen.FileDescriptors;
import dev.vertxmesh.listen.ListenOptions;

/** What callers' connections may take of the consumer agent. */
final class ConnectionOptions {

  /** A stream of which nothing passes takes 9 kB: all together may take an eighth of the heap. */
  private static final int HEAP_A_STREAM = 64 << 10;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description =
          "connections of callers, of which one of HTTP/2 counts as four; 0 for one for each 32 KiB"
              + " of the heap, and never more than the process may have files open")
  int connections;

  @Option(
      names = "--max-connections-per-address",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description = "of them from one address; 0 for as many as there may be")
  int perAddress;

  @Option(
      names = "--max-streams",
      paramLabel = "N",
      converter = OptionConverters.PositiveInt.class,
      description = "requests at a time on one HTTP/2 connection")
  int streams = 250;

  @Option(
      names = "--max-streams-total",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description =
          "requests at a time on all HTTP/2 connections; 0 for one for each 64 KiB of the heap")
  int allStreams;

  @Option(
      names = "--max-requests-per-connection",
      paramLabel = "N",
      converter = OptionConverters.WholeNumber.class,
      description = "after so many a caller is told to make a new connection; 0 for never")
  int requests;

  @Option(
      names = "--head-timeout",
      paramLabel = "MS",
      converter = OptionConverters.PositiveMillis.class,
      description =
          "how long a connection's first bytes may take, and then a request's head, in"
              + " milliseconds")
  long headMillis = 15_000;

  @Option(
      names = "--idle-timeout",
      paramLabel = "MS",
      converter = OptionConverters.PositiveMillis.class,
      description = "a connection without a request for so long is closed, in milliseconds")
  long idleMillis = 300_000;

  @Option(
      names = "--body-pace",
      paramLabel = "BYTES",
      converter = OptionConverters.WholeNumber.class,
      description =
          "a request's body that brings fewer bytes a second for ten seconds is refused; 0 for one"
              + " that brings none")
  int bodyPace = 240;

  @Option(
      names = "--stream-idle",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "a gRPC call of which no message passes for so long is ended, unless its client sends"
              + " PINGs, in milliseconds; 0 for never")
  long streamIdleMillis = 300_000;

  @Option(
      names = "--http2-ping",
      paramLabel = "MS",
      converter = OptionConverters.Millis.class,
      description =
          "who says nothing for so long while it has requests is asked by a PING whether it's"
              + " there, and has 20 s to answer, in milliseconds; 0 for never")
  long pingMillis = 60_000;

  /** One count for all event loops. */
  ConnectionCount count() {
    long heap = Runtime.getRuntime().maxMemory();
    int most = ListenOptions.affordable(connections, heap, FileDescriptors.forConnections());
    return new ConnectionCount(most, perAddress);
  }

  ListenOptions of(int loops) {
    return new ListenOptions(
        headMillis,
        idleMillis,
        pingMillis,
        streams,
        streamsOf(loops),
        ListenOptions.held(Runtime.getRuntime().maxMemory(), loops));
  }

  /** Of each event loop. */
  private int streamsOf(int loops) {
    long most = allStreams > 0 ? allStreams : Runtime.getRuntime().maxMemory() / HEAP_A_STREAM;
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, most / loops));
  }
}
