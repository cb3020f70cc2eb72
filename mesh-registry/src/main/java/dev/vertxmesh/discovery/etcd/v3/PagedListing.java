package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import dev.vertxmesh.discovery.RegistryFailure;
import dev.vertxmesh.discovery.etcd.KeyStore;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.KeyValue;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.RangeRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.RangeResponse;
import dev.vertxmesh.discovery.kind.EntryBounds;
import io.vertx.core.Future;
import io.vertx.grpc.common.GrpcStatus;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * One listing of a folder, in pages that are small enough to be parsed on an event loop, all of one
 * revision. Where a page is more than an answer may be it asks for fewer entries, and of an entry
 * that alone is more it learns the name only. A folder that takes more than all entries may isn't
 * listed: what was known before is better than a part of that.
 */
final class PagedListing {

  private static final int PAGE = 500;
  private static final int LESS = 8;

  private final Channel channel;
  private final ByteString end;
  private final Function<ByteString, String> name;
  private final long deadlineMillis;
  private final Map<String, String> entries = new HashMap<>();
  private ByteString from;
  private long revision;
  private long bytes;
  private int page = PAGE;

  /**
   * @param from the first key
   * @param end the first that's none of them
   */
  PagedListing(
      Channel channel,
      ByteString from,
      ByteString end,
      Function<ByteString, String> name,
      long deadlineMillis) {
    this.channel = channel;
    this.from = from;
    this.end = end;
    this.name = name;
    this.deadlineMillis = deadlineMillis;
  }

  Future<KeyStore.Listing> all() {
    return ask(false).recover(this::askForLess).compose(this::take);
  }

  private Future<RangeResponse> ask(boolean namesOnly) {
    RangeRequest request =
        RangeRequest.newBuilder()
            .setKey(from)
            .setRangeEnd(end)
            .setLimit(page)
            .setRevision(revision)
            .setKeysOnly(namesOnly)
            .build();
    return channel.call(Channel.Method.RANGE, request, RangeResponse.parser(), deadlineMillis);
  }

  private Future<RangeResponse> askForLess(Throwable cause) {
    if (!isTooLarge(cause)) {
      return Future.failedFuture(cause);
    }
    if (page == 1) {
      return ask(true);
    }
    page = Math.max(1, page / LESS);
    return ask(false).recover(this::askForLess);
  }

  private static boolean isTooLarge(Throwable cause) {
    return cause instanceof EtcdFailure refused
        && refused.status() == GrpcStatus.RESOURCE_EXHAUSTED;
  }

  private Future<KeyStore.Listing> take(RangeResponse range) {
    revision = revision == 0 ? range.getHeader().getRevision() : revision;
    for (KeyValue one : range.getKvsList()) {
      String value = text(one.getValue());
      bytes += one.getKey().size() + value.length();
      entries.put(name.apply(one.getKey()), value);
    }
    if (bytes > EntryBounds.room()) {
      return Future.failedFuture(
          new RegistryFailure(
              "its entries take more than " + EntryBounds.room() + " bytes of memory", null));
    }
    if (!range.getMore() || range.getKvsCount() == 0) {
      return Future.succeededFuture(new KeyStore.Listing(entries, revision));
    }
    ByteString last = range.getKvs(range.getKvsCount() - 1).getKey();
    from = last.concat(ByteString.copyFrom(new byte[1]));
    page = Math.min(PAGE, page * 2);
    return all();
  }

  /** An entry that's larger than any may be stands as no text at all, which no layout takes. */
  static String text(ByteString value) {
    return value.size() > EntryBounds.LARGEST_ENTRY ? "" : value.toStringUtf8();
  }
}
