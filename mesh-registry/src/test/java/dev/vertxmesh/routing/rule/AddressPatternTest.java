package dev.vertxmesh.routing.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressPatternTest {

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({
    "10.0.0.1:20880,    10.0.0.1,    true",
    "10.0.0.1:20881,    10.0.0.1,    false",
    "10.0.0.1,          10.0.0.1,    true",
    "10.0.0.1:*,        10.0.0.1,    true",
    "10.0.0.11,         10.0.0.1,    false",
    "10.0.*.*:20880,    10.0.9.1,    true",
    "10.0.*,            10.0.9.1,    false",
    "10.0.0.1-9,        10.0.0.9,    true",
    "10.0.0.1-9,        10.0.0.10,   false",
    "10.0.0.0/24,       10.0.0.255,  true",
    "10.0.0.0/24,       10.0.1.0,    false",
    "10.0.0.0/0,        192.168.0.1, true",
    "10.0.0.1/32,       10.0.0.2,    false",
    "*:20880,           10.0.0.1,    true",
    "0.0.0.0:20880,     10.0.0.1,    true",
    "0.0.0.0:20881,     10.0.0.1,    false",
    "shop-1,            shop-1,      true",
    "shop-1:20880,      shop-1,      true",
    "shop-1,            shop-2,      false",
    "[fd00::1]:20880,   fd00::1,     true",
    "[fd00::1]:20881,   fd00::1,     false",
    "[fd00::1]:*,       fd00::1,     true",
    "[fd00::1],         fd00::1,     true",
    "fd00::1,           fd00::1,     true",
    "fd00::2,           fd00::1,     false",
  })
  void aPatternIsOfTheAddressesThatItMeans(String pattern, String host, boolean isOfThem) {
    RouteCandidate candidate = new RouteCandidate(host, 20_880, Map.of());
    assertThat(AddressPattern.parse(pattern).matches(candidate)).isEqualTo(isOfThem);
  }
}
