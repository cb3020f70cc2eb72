package dev.vertxmesh.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import io.netty.buffer.ByteBufUtil;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The details of a status, as clients of gRPC read them. */
class StatusDetailsTest {

  @Test
  void whenToTryAgainIsRetryInfo() {
    String trailer = StatusDetails.retryIn(8, "enough", 2_500);
    // code = 1: 8, message = 2: "enough", details = 3
    assertThat(ByteBufUtil.hexDump(Base64.getDecoder().decode(trailer)))
        .startsWith("0808" + "1206" + "656e6f756768" + "1a");
    Any detail = StatusDetails.of(trailer).get(0);
    assertThat(detail.getTypeUrl()).isEqualTo("type.googleapis.com/google.rpc.RetryInfo");
    // retry_delay = 1: seconds = 1: 2, nanos = 2: 500,000,000
    assertThat(ByteBufUtil.hexDump(detail.getValue().toByteArray()))
        .isEqualTo("0a08" + "0802" + "1080cab5ee01");
  }
}
