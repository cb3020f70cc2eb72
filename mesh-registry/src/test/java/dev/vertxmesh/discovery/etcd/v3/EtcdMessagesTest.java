package dev.vertxmesh.discovery.etcd.v3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.LeaseResponse;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.RangeResponse;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchCreateRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchProgressRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchRequest;
import dev.vertxmesh.discovery.etcd.v3.EtcdMessages.WatchResponse;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Field numbers are those of etcd's rpc.proto and kv.proto. */
class EtcdMessagesTest {

  private static final String HEADER = "0a07" + "0809" + "18ac02" + "2002";
  private static final String ENTRY = "0a042f612f78" + "18ab02" + "2a027b7d" + "304d";

  @Test
  void aRequestHasEtcdsFieldNumbers() {
    WatchCreateRequest create =
        WatchCreateRequest.newBuilder()
            .setKey(ByteString.copyFromUtf8("/a/"))
            .setRangeEnd(ByteString.copyFromUtf8("/a0"))
            .setStartRevision(300)
            .setFragment(true)
            .build();
    assertThat(hex(WatchRequest.newBuilder().setCreateRequest(create).build()))
        .isEqualTo("0a0f" + "0a032f612f" + "12032f6130" + "18ac02" + "4001");
    assertThat(
            hex(
                WatchRequest.newBuilder()
                    .setProgressRequest(WatchProgressRequest.getDefaultInstance())
                    .build()))
        .isEqualTo("1a00");
  }

  @Test
  void aLeasesIdMayBeNegative() throws InvalidProtocolBufferException {
    LeaseResponse lease = LeaseResponse.parseFrom(bytes("10fbffffffffffffffff01" + "180a"));
    assertThat(lease.getID()).isEqualTo(-5);
    assertThat(lease.getTTL()).isEqualTo(10);
  }

  @Test
  void aRangeHasItsRevisionAndItsEntries() throws InvalidProtocolBufferException {
    RangeResponse range = RangeResponse.parseFrom(bytes(HEADER + "120f" + ENTRY + "1801"));
    assertThat(range.getHeader().getRevision()).isEqualTo(300);
    assertThat(range.getMore()).isTrue();
    assertThat(range.getKvsList()).hasSize(1);
    assertThat(range.getKvs(0).getKey().toStringUtf8()).isEqualTo("/a/x");
    assertThat(range.getKvs(0).getValue().toStringUtf8()).isEqualTo("{}");
    assertThat(range.getKvs(0).getLease()).isEqualTo(77);
  }

  @Test
  void aWatchTellsChangesProgressAndItsEnd() throws InvalidProtocolBufferException {
    WatchResponse changes =
        WatchResponse.parseFrom(
            bytes(HEADER + "5a11" + "120f" + ENTRY + "5a13" + "0801" + "120f" + ENTRY));
    assertThat(changes.getEventsList())
        .extracting(EtcdMessages.Event::getType)
        .containsExactly(EtcdMessages.Event.EventType.PUT, EtcdMessages.Event.EventType.DELETE);
    assertThat(changes.getEvents(0).getKv().getValue().toStringUtf8()).isEqualTo("{}");
    assertThat(changes.getCanceled()).isFalse();

    // watch_id -1, which is how progress of the whole stream is told
    WatchResponse progress = WatchResponse.parseFrom(bytes(HEADER + "10ffffffffffffffffff01"));
    assertThat(progress.getEventsList()).isEmpty();
    assertThat(progress.getCanceled()).isFalse();

    WatchResponse end = WatchResponse.parseFrom(bytes(HEADER + "2001" + "28ac02"));
    assertThat(end.getCanceled()).isTrue();
    assertThat(EtcdWatch.why(end)).isEqualTo("what was to come next was compacted at 300");
  }

  @Test
  void whatIsNoMessageIsRefused() {
    assertThatThrownBy(() -> RangeResponse.parseFrom(bytes("0aff")))
        .isInstanceOf(InvalidProtocolBufferException.class);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static String hex(MessageLite message) {
    return HexFormat.of().formatHex(message.toByteArray());
  }
}
