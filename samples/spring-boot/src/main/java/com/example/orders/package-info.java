/** A user's application: Spring Boot 3 with Dubbo's starter, registered in Nacos. */
package com.example.orders;
