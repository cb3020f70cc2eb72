package dev.vertxmesh.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionCountTest {

  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @Test
  void thereIsRoomForSoManyAndAgainWhenSomeHaveGone() {
    ConnectionCount count = new ConnectionCount(5, 0);
    assertThat(count.add(4)).isTrue();
    assertThat(count.add(1)).isTrue();
    assertThat(count.add(1)).isFalse();
    assertThat(count.open()).isEqualTo(5);
    count.remove(4);
    assertThat(count.add(4)).isTrue();
  }

  @Test
  void anAddressHasABoundOfItsOwn() throws Exception {
    ConnectionCount count = new ConnectionCount(100, 2);
    assertThat(count.addFrom(HERE)).isTrue();
    assertThat(count.addFrom(HERE)).isTrue();
    assertThat(count.addFrom(HERE)).isFalse();
    assertThat(count.addFrom(InetAddress.getByName("192.0.2.1"))).isTrue();
    count.removeFrom(HERE);
    assertThat(count.addFrom(HERE)).isTrue();
    assertThat(count.addFrom(HERE)).isFalse();
    assertThat(count.addresses()).isEqualTo(2);
    count.removeFrom(HERE);
    count.removeFrom(HERE);
    assertThat(count.addresses()).isEqualTo(1);
  }

  @Test
  void withoutThatBoundAnAddressHasAsManyAsItLikes() {
    ConnectionCount count = new ConnectionCount(100, 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(count.addFrom(HERE)).isTrue();
    }
  }

  @Test
  void connectionsAreAQuarterOfTheHeapAndNoMoreThanDescriptorsAllow() {
    assertThat(ListenOptions.affordable(0, 64 << 20, Integer.MAX_VALUE)).isEqualTo(2_048);
    assertThat(ListenOptions.affordable(0, 64 << 20, 176)).isEqualTo(176);
    assertThat(ListenOptions.affordable(100, 64 << 20, 176)).isEqualTo(100);
    assertThat(ListenOptions.affordable(10_000, 64 << 20, 20_000)).isEqualTo(10_000);
    assertThat(ListenOptions.affordable(10_000, 64 << 20, 176)).isEqualTo(176);
  }

  @Test
  void someDescriptorsStayForWhatIsNoCaller() {
    assertThat(FileDescriptors.forConnections(256, 20)).isEqualTo(172);
    assertThat(FileDescriptors.forConnections(1_048_576, 100)).isEqualTo(1_048_348);
    assertThat(FileDescriptors.forConnections(64, 60)).isEqualTo(1);
    assertThat(FileDescriptors.forConnections(Long.MAX_VALUE, 60)).isEqualTo(Integer.MAX_VALUE);
    assertThat(FileDescriptors.forConnections()).isPositive();
  }

  @Test
  void theLimitOfDescriptorsIsTheSoftOne() {
    assertThat(
            FileDescriptors.limit(
                List.of(
                    "Limit                     Soft Limit           Hard Limit           Units     ",
                    "Max processes             126789               126789               processes ",
                    "Max open files            1024                 1048576              files     ")))
        .isEqualTo(1_024);
    assertThat(FileDescriptors.limit(List.of("Max open files   unlimited  unlimited  files")))
        .isEqualTo(Long.MAX_VALUE);
    assertThatIllegalArgumentException().isThrownBy(() -> FileDescriptors.limit(List.of("")));
  }

  @Test
  void whoHasNoAddressIsCountedInAllAlone() {
    ConnectionCount one = new ConnectionCount(10, 1);
    assertThat(one.addFrom(null)).isTrue();
    assertThat(one.addFrom(null)).isTrue();
    one.removeFrom(null);
    assertThat(one.addresses()).isZero();
    assertThat(one.most()).isEqualTo(10);
  }
}
