package dev.vertxmesh.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A unified diff, as git writes it: what it expects to find, and where. Needs no git to check. */
record SourcePatch(List<Hunk> hunks) {

  private static final String FILE = "+++ b/";
  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+\\d.*");

  /** The lines that stand in the file before the change, from this one on by the patch's word. */
  record Hunk(String file, int line, List<String> before) {

    /** The text must stand there once: twice, and the fault may land in the wrong place. */
    private String misfit(Path root) throws IOException {
      if (!Files.isRegularFile(root.resolve(file))) {
        return file + " is not there";
      }
      int found = count(Files.readAllLines(root.resolve(file)));
      return found == 1
          ? null
          : "%s: what is expected at line %d, of %d lines, was found %d times, expected once"
              .formatted(file, line, before.size(), found);
    }

    private int count(List<String> source) {
      int found = 0;
      for (int at = 0; at + before.size() <= source.size(); at++) {
        if (source.subList(at, at + before.size()).equals(before)) {
          found++;
        }
      }
      return found;
    }
  }

  static SourcePatch read(Path patch) throws IOException {
    List<Hunk> hunks = new ArrayList<>();
    String file = null;
    int left = 0;
    for (String line : Files.readAllLines(patch)) {
      Matcher head = HUNK.matcher(line);
      if (left > 0) {
        if (!line.startsWith("+")) { // a line without its blank is an empty one that was trimmed
          hunks.get(hunks.size() - 1).before().add(line.isEmpty() ? "" : line.substring(1));
          left--;
        }
      } else if (line.startsWith(FILE)) {
        file = line.substring(FILE.length());
      } else if (head.matches()) {
        hunks.add(new Hunk(file, Integer.parseInt(head.group(1)), new ArrayList<>()));
        left = head.group(2) == null ? 1 : Integer.parseInt(head.group(2));
      }
    }
    return new SourcePatch(hunks);
  }

  /** Why it can't be applied below this folder, hunk by hunk; empty if it can. */
  List<String> misfits(Path root) throws IOException {
    if (hunks.isEmpty()) {
      return List.of("it changes nothing");
    }
    List<String> misfits = new ArrayList<>();
    for (Hunk hunk : hunks) {
      String misfit = hunk.misfit(root);
      if (misfit != null) {
        misfits.add(misfit);
      }
    }
    return misfits;
  }
}
