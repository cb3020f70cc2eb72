package dev.vertxmesh.samples.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.samples.Role;
import dev.vertxmesh.samples.User;
import dev.vertxmesh.samples.UserNotFoundException;
import dev.vertxmesh.samples.UserQuery;
import dev.vertxmesh.samples.VipUser;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InMemoryUserServiceTest {
  private final CallCount calls = new CallCount();
  private final InMemoryUserService service = new InMemoryUserService(calls, new NoDubbo());

  @Test
  void everyCallIsCountedOnceAndAskingForTheCountIsNot() throws Exception {
    service.echoInt(1);
    service.touch();
    service.deposit(1, BigDecimal.ONE);
    assertThatThrownBy(() -> service.find(99)).isInstanceOf(UserNotFoundException.class);
    new HelloProvider(0, calls).hash("hello");
    assertThat(service.calls()).isEqualTo(5);
    assertThat(service.calls()).isEqualTo(5);
  }

  @Test
  void aMissingUserIsTheDeclaredExceptionWithItsFields() {
    assertThatThrownBy(() -> service.find(99))
        .isInstanceOfSatisfying(
            UserNotFoundException.class, e -> assertThat(e.getUserId()).isEqualTo(99));
  }

  @Test
  void searchFiltersAndPages() {
    UserQuery query = new UserQuery();
    query.setRoles(Set.of(Role.ADMIN, Role.MEMBER));
    query.setOffset(1);
    query.setLimit(1);
    assertThat(service.search(query).getTotal()).isEqualTo(2);
    assertThat(service.search(query).getItems()).extracting(User::getName).containsExactly("Grace");
  }

  @Test
  void aPromotedUserKeepsEveryOtherField() throws Exception {
    User before = service.find(1);
    assertThat(service.promote(1, 7))
        .isInstanceOf(VipUser.class)
        .usingRecursiveComparison()
        .ignoringFields("level", "perk")
        .isEqualTo(before);
  }

  @Test
  void balancesKeepTheirScale() throws Exception {
    assertThat(service.deposit(1, new BigDecimal("0.880")))
        .isEqualTo(new BigDecimal("1234567891.000"));
  }

  @Test
  void everyBeanIsSerializable() throws Exception {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(
          List.of(
              SampleUsers.ada(),
              SampleUsers.grace(),
              service.search(new UserQuery()),
              service.everything()));
    }
  }
}
