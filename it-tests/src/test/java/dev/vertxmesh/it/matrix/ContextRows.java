package dev.vertxmesh.it.matrix;

import static dev.vertxmesh.it.matrix.Row.members;
import static dev.vertxmesh.it.matrix.Row.row;

import java.util.List;

/** Attachments both ways; one-way calls have no form in HTTP yet. */
final class ContextRows {

  private static final String STRING = "java.lang.String";
  private static final String TRACE = "x-mesh-attachment-trace";

  static final List<Row> ALL =
      List.of(
          row("attachment in", "attachment", STRING, "['trace']", "'0af7'").header(TRACE, "0af7"),
          row("attachment not there", "attachment", STRING, "['trace']", "null"),
          row(
                  "attachments in",
                  "attachments",
                  "",
                  "[]",
                  members("{'trace':'String \\'0af7\\''}".replace("\\'", "\\\"")))
              .header(TRACE, "0af7"),
          row(
              "attachment out",
              "attach",
              STRING + "," + STRING,
              "['seen','yes']",
              new Expected.Header("x-mesh-attachment-seen", "yes")),
          row(
              "attachment out, not a string",
              "attachNumber",
              STRING + ",int",
              "['n',5]",
              new Expected.HeaderIfTrue("x-mesh-attachment-n", "5")));

  private ContextRows() {}
}
