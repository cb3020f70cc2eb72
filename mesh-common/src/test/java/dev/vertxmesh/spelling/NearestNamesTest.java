package dev.vertxmesh.spelling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNamesTest {

  private static final List<String> KNOWN =
      List.of(
          "a.shop.Orders",
          "a.shop.Prices",
          "a.users.UserService",
          "admin-port",
          "admin-open",
          "admin-token-file",
          "registry",
          "userById");

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "a.shop.Order, a.shop.Orders",
        "a.shop.orders, a.shop.Orders",
        "b.shop.Orders, a.shop.Orders",
        "UserService, a.users.UserService",
        "UserSrevice, a.users.UserService",
        "Order, a.shop.Orders",
        "admin_port, admin-port",
        "regstry, registry",
        "admin-token, admin-token-file",
        "ADMIN-TOKEN, admin-token-file",
        "admin-prot, admin-port",
        "user, userById",
        "use, none",
        "a.shop.Customers, none",
        "x, none",
        "'', none"
      })
  void theNameThatWasMeantIsTheNearestOneThatIsNear(String name, String meant) {
    assertThat(NearestNames.meant(name, KNOWN)).isEqualTo(meant);
  }

  @Test
  void nothingIsMeantWhereNothingIsKnown() {
    assertThat(NearestNames.meant("Orders", List.of())).isNull();
  }

  @Test
  void theNearestComeFirst() {
    assertThat(NearestNames.of("nmae", List.of("page", "at", "name", "day"), 2))
        .containsExactly("name", "page");
  }

  @ParameterizedTest
  @CsvSource({"kitten, sitting, 3", "'', abc, 3", "abc, '', 3", "Abc, aBC, 0", "ab, ba, 2"})
  void aDistanceCountsLettersThatWereChangedPutInOrLeftOut(String one, String other, int count) {
    assertThat(NearestNames.distance(one, other, Integer.MAX_VALUE)).isEqualTo(count);
    assertThat(NearestNames.distance(other, one, Integer.MAX_VALUE)).isEqualTo(count);
  }

  @Test
  void aLongNameIsNobodys() {
    assertThat(NearestNames.meant("x".repeat(100_000), KNOWN)).isNull();
    assertThat(NearestNames.of("x".repeat(100_000), KNOWN, 1)).hasSize(1);
  }

  @Test
  void noMoreThanSomeAreCompared() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      many.add("a.b.Service" + i);
    }
    assertThat(NearestNames.meant("a.b.Service_9999", many)).isNotEqualTo("a.b.Service9999");
  }
}
