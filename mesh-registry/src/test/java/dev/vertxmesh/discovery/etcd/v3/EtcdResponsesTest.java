package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBufUtil;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Field numbers are those of etcd's rpc.proto and kv.proto. */
class EtcdResponsesTest {

  @Test
  void aRequestIsWrittenByFieldNumber() {
    ProtoFields.Writer create =
        new ProtoFields.Writer()
            .bytes(1, ByteString.copyFromUtf8("/a/"))
            .bytes(2, ByteString.copyFromUtf8("/a0"))
            .number(3, 300)
            .flag(8);
    assertThat(hex(new ProtoFields.Writer().message(1, create)))
        .isEqualTo("0a0f" + "0a032f612f" + "12032f6130" + "18ac02" + "4001");
    assertThat(hex(new ProtoFields.Writer().message(3, new ProtoFields.Writer())))
        .isEqualTo("1a00");
  }

  @Test
  void aLeasesIdMayBeNegative() {
    ProtoFields.Writer lease = new ProtoFields.Writer().number(2, -5).number(3, 10);
    EtcdResponses.Lease read = EtcdResponses.Lease.of(ByteString.copyFrom(lease.toBytes()));
    assertThat(read.id).isEqualTo(-5);
    assertThat(read.ttl).isEqualTo(10);
  }

  @Test
  void aRangeHasItsRevisionAndItsEntries() {
    EtcdResponses.Range range =
        EtcdResponses.Range.of(
            header(300)
                .concat(
                    field(
                        2,
                        new ProtoFields.Writer()
                            .bytes(1, ByteString.copyFromUtf8("/a/x"))
                            .number(3, 299)
                            .bytes(5, ByteString.copyFromUtf8("{}"))
                            .number(6, 77)))
                .concat(bytes("1801")));
    assertThat(range.revision).isEqualTo(300);
    assertThat(range.more).isTrue();
    assertThat(range.entries).hasSize(1);
    assertThat(range.entries.get(0).key.toStringUtf8()).isEqualTo("/a/x");
    assertThat(range.entries.get(0).value.toStringUtf8()).isEqualTo("{}");
    assertThat(range.entries.get(0).lease).isEqualTo(77);
  }

  @Test
  void aWatchTellsChangesProgressAndItsEnd() {
    ProtoFields.Writer entry =
        new ProtoFields.Writer()
            .bytes(1, ByteString.copyFromUtf8("/a/x"))
            .bytes(5, ByteString.copyFromUtf8("{}"));
    EtcdResponses.Watch changes =
        EtcdResponses.Watch.of(
            header(300)
                .concat(field(11, new ProtoFields.Writer().message(2, entry)))
                .concat(field(11, new ProtoFields.Writer().number(1, 1).message(2, entry))));
    assertThat(changes.events).hasSize(2);
    assertThat(changes.events.get(0).deleted).isFalse();
    assertThat(changes.events.get(0).entry.value.toStringUtf8()).isEqualTo("{}");
    assertThat(changes.events.get(1).deleted).isTrue();
    assertThat(changes.canceled).isFalse();

    // watch_id -1, which is how progress of the whole stream is told
    EtcdResponses.Watch progress =
        EtcdResponses.Watch.of(header(300).concat(bytes("10ffffffffffffffffff01")));
    assertThat(progress.events).isEmpty();
    assertThat(progress.canceled).isFalse();

    EtcdResponses.Watch end = EtcdResponses.Watch.of(header(300).concat(bytes("2001" + "28ac02")));
    assertThat(end.canceled).isTrue();
    assertThat(end.why()).isEqualTo("what was to come next was compacted at 300");
  }

  @Test
  void whatIsNoMessageIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EtcdResponses.Range.of(bytes("0aff")))
        .withMessageContaining("not one of etcd's messages");
  }

  private static ByteString header(long revision) {
    return field(1, new ProtoFields.Writer().number(1, 9).number(3, revision).number(4, 2));
  }

  private static ByteString field(int number, ProtoFields.Writer message) {
    return ByteString.copyFrom(new ProtoFields.Writer().message(number, message).toBytes());
  }

  private static ByteString bytes(String hex) {
    return ByteString.copyFrom(HexFormat.of().parseHex(hex));
  }

  private static String hex(ProtoFields.Writer writer) {
    return ByteBufUtil.hexDump(writer.toBytes());
  }
}
