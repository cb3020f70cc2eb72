package dev.vertxmesh.discovery.kubernetes;

/** An answer has more bytes than are taken. Stackless. */
final class AnswerTooLarge extends RuntimeException {

  private static final long serialVersionUID = 1L;

  AnswerTooLarge(int most) {
    super("an answer of more than " + most + " bytes", null, false, false);
  }
}
