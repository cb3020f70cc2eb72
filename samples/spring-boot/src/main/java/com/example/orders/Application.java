package com.example.orders;

import org.apache.dubbo.config.spring.context.annotation.EnableDubbo;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts it: {@code java -jar spring-boot.jar}; settings are Spring's. */
@SpringBootApplication
@EnableDubbo
public class Application {

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }
}
