package dev.vertxmesh.it.registry;

import dev.vertxmesh.it.harness.EtcdRelease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Certificates and passwords at every etcd. */
class EtcdSecurityIT {

  @Nested
  class CertificatesOfEtcd35ByItsSecondApi extends EtcdTls {
    CertificatesOfEtcd35ByItsSecondApi() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  @Nested
  class CertificatesOfEtcd34 extends EtcdTls {
    CertificatesOfEtcd34() {
      super(EtcdRelease.V3_4, 3);
    }
  }

  @Nested
  class CertificatesOfEtcd35 extends EtcdTls {
    CertificatesOfEtcd35() {
      super(EtcdRelease.V3_5, 3);
    }
  }

  @Nested
  class CertificatesOfEtcd36 extends EtcdTls {
    CertificatesOfEtcd36() {
      super(EtcdRelease.V3_6, 3);
    }
  }

  @Nested
  class PasswordsOfEtcd35ByItsSecondApi extends EtcdPasswords {
    PasswordsOfEtcd35ByItsSecondApi() {
      super(EtcdRelease.V3_5, 2);
    }
  }

  /** With tokens that expire, which the third API has. */
  abstract static class Tokens extends EtcdPasswords {
    Tokens(EtcdRelease release) {
      super(release, 3);
    }

    @Test
    void itGoesOnWhenItsTokensHaveExpired() {
      outlivesItsTokens();
    }
  }

  @Nested
  class PasswordsOfEtcd34 extends Tokens {
    PasswordsOfEtcd34() {
      super(EtcdRelease.V3_4);
    }
  }

  @Nested
  class PasswordsOfEtcd35 extends Tokens {
    PasswordsOfEtcd35() {
      super(EtcdRelease.V3_5);
    }
  }

  @Nested
  class PasswordsOfEtcd36 extends Tokens {
    PasswordsOfEtcd36() {
      super(EtcdRelease.V3_6);
    }
  }
}
