package dev.vertxmesh.launch.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A field that is a setting. What it holds before anything is read is the default. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Option {

  /** With dashes, the long one last; settings elsewhere have that one's name without its dashes. */
  String[] names();

  /** What to give it, for {@code --help}. */
  String paramLabel() default "VALUE";

  /** A regular expression that parts several values; none for an option that takes one. */
  String split() default "";

  /** One at most; text and booleans need none. */
  Class<? extends OptionConverter<?>>[] converter() default {};

  /** How many arguments it takes each time; none if it's a boolean. */
  int takes() default 1;

  String description();

  /** A field whose class has settings of its own. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.FIELD)
  @interface Mixin {}
}
