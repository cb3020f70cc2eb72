package dev.vertxmesh.bench.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StraceCountsTest {

  @Test
  void callsAreCountedAsTheyBeginAndBuffersByTheirArray() {
    StraceCounts seen =
        StraceCounts.of(
            Stream.of(
                "17 sendto(25, \"\"..., 531, 0, NULL, 0 <unfinished ...>",
                "18 gettid()                          = 18",
                "17 <... sendto resumed>)             = 531",
                "17 writev(25, [{iov_base=\"\"..., iov_len=9}, {iov_base=\"\"..., iov_len=8}], 2) ="
                    + " 17",
                "17 sendmsg(25, {msg_name=NULL, msg_iov=[{iov_len=9}], msg_iovlen=3, msg_flags=0},"
                    + " 0) = 9",
                "17 epoll_pwait2(5, [], 4096, {tv_sec=0, tv_nsec=9257550}, NULL, 8) = 0",
                "17 --- SIGSEGV {si_signo=SIGSEGV} ---"),
            Set.of(17L));
    assertThat(seen.byName())
        .isEqualTo(Map.of("sendto", 1L, "writev", 1L, "sendmsg", 1L, "epoll_pwait2", 1L));
    assertThat(seen.flushes()).isEqualTo(3);
    assertThat(seen.buffers()).isEqualTo(1 + 2 + 3);
    assertThat(seen.others()).isEqualTo(1);
  }
}
