package dev.vertxmesh.discovery.etcd.v3;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;

/** Etcd's answers, as far as they are needed. */
final class EtcdResponses {

  private static final int HEADER = 1;
  private static final int HEADER_REVISION = 3;

  private EtcdResponses() {}

  /** {@code mvccpb.KeyValue}. */
  static final class Entry implements ProtoFields.Fields {
    ByteString key = ByteString.EMPTY;
    ByteString value = ByteString.EMPTY;
    long lease;

    @Override
    public void number(int field, long number) {
      if (field == 6) {
        lease = number;
      }
    }

    @Override
    public void bytes(int field, ByteString bytes) {
      if (field == 1) {
        key = bytes;
      } else if (field == 5) {
        value = bytes;
      }
    }
  }

  /** {@code RangeResponse}. */
  static final class Range implements ProtoFields.Fields {
    long revision;
    boolean more;
    final List<Entry> entries = new ArrayList<>();

    static Range of(ByteString message) {
      Range range = new Range();
      ProtoFields.read(message, range);
      return range;
    }

    @Override
    public void number(int field, long number) {
      if (field == 3) {
        more = number != 0;
      }
    }

    @Override
    public void bytes(int field, ByteString bytes) {
      if (field == HEADER) {
        revision = revision(bytes);
      } else if (field == 2) {
        Entry entry = new Entry();
        ProtoFields.read(bytes, entry);
        entries.add(entry);
      }
    }
  }

  /** {@code mvccpb.Event}. */
  static final class Event implements ProtoFields.Fields {
    boolean deleted;
    final Entry entry = new Entry();

    @Override
    public void number(int field, long number) {
      if (field == 1) {
        deleted = number == 1;
      }
    }

    @Override
    public void bytes(int field, ByteString bytes) {
      if (field == 2) {
        ProtoFields.read(bytes, entry);
      }
    }
  }

  /** {@code WatchResponse}. */
  static final class Watch implements ProtoFields.Fields {
    boolean canceled;
    long compacted;
    String reason = "";
    final List<Event> events = new ArrayList<>();

    static Watch of(ByteString message) {
      Watch watch = new Watch();
      ProtoFields.read(message, watch);
      return watch;
    }

    @Override
    public void number(int field, long number) {
      if (field == 4) {
        canceled = number != 0;
      } else if (field == 5) {
        compacted = number;
      }
    }

    @Override
    public void bytes(int field, ByteString bytes) {
      if (field == 6) {
        reason = bytes.toStringUtf8();
      } else if (field == 11) {
        Event event = new Event();
        ProtoFields.read(bytes, event);
        events.add(event);
      }
    }

    String why() {
      return compacted == 0 ? reason : "what was to come next was compacted at " + compacted;
    }
  }

  /** {@code LeaseGrantResponse} and {@code LeaseKeepAliveResponse}. */
  static final class Lease implements ProtoFields.Fields {
    long id;
    long ttl;

    static Lease of(ByteString message) {
      Lease lease = new Lease();
      ProtoFields.read(message, lease);
      return lease;
    }

    @Override
    public void number(int field, long number) {
      if (field == 2) {
        id = number;
      } else if (field == 3) {
        ttl = number;
      }
    }
  }

  private static long revision(ByteString header) {
    long[] found = new long[1];
    ProtoFields.read(
        header,
        new ProtoFields.Fields() {
          @Override
          public void number(int field, long number) {
            if (field == HEADER_REVISION) {
              found[0] = number;
            }
          }
        });
    return found[0];
  }
}
