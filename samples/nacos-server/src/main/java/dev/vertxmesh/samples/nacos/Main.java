package dev.vertxmesh.samples.nacos;

import com.alibaba.nacos.NacosServerBasicApplication;
import com.alibaba.nacos.NacosServerWebApplication;
import com.alibaba.nacos.core.listener.startup.NacosStartUp;
import com.alibaba.nacos.core.listener.startup.NacosStartUpManager;
import com.alibaba.nacos.sys.env.DeploymentType;
import com.alibaba.nacos.sys.env.EnvUtil;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * {@code Main FOLDER PORT [secured] [PROPERTY=VALUE…]}: secured, users have to log in, and
 * properties are Nacos' own. It takes more than 1,024 characters of metadata, since the samples'
 * services have many methods.
 */
public final class Main {

  private static final String SETTINGS =
      """
      nacos.server.main.port=%1$d
      nacos.inetutils.ip-address=127.0.0.1
      nacos.core.auth.enabled=%2$s
      nacos.core.auth.admin.enabled=%2$s
      nacos.core.auth.system.type=nacos
      nacos.core.auth.server.identity.key=identity
      nacos.core.auth.server.identity.value=of-this-server
      nacos.core.auth.plugin.nacos.token.secret.key=VGhpcyBrZXkgaXMgZm9yIHRlc3RzIG9ubHksIGl0IGlzIG5vIHNlY3JldA==
      nacos.core.auth.plugin.nacos.token.expire.seconds=%3$d
      nacos.core.param.check.enabled=false
      server.tomcat.basedir=%4$s
      server.tomcat.threads.max=8
      """;

  private static final int TOKEN_SECONDS = 18_000;

  private Main() {}

  /** One line on stdout once it serves. */
  public static void main(String[] args) throws IOException, SQLException {
    Path folder = Path.of(args[0]);
    int port = Integer.parseInt(args[1]);
    List<String> more = List.of(args).subList(2, args.length);
    String secured = Boolean.toString(more.contains("secured"));
    Path settings =
        Files.createDirectories(folder.resolve("conf")).resolve("application.properties");
    Files.writeString(
        settings, SETTINGS.formatted(port, secured, TOKEN_SECONDS, folder.resolve("tomcat")));
    Files.write(
        settings,
        more.stream().filter(one -> one.contains(".")).toList(),
        StandardOpenOption.APPEND);
    System.setProperty("nacos.standalone", "true");
    System.setProperty("nacos.home", folder.toString());
    System.setProperty("user.home", folder.toString()); // else it logs into the real one
    System.setProperty("spring.config.additional-location", "file:" + settings.getParent() + "/");
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    boot(folder.resolve("data").resolve("derby-data"));
    start();
    System.out.println("ready: nacos on " + port);
  }

  /** The database first: Nacos gives it 10 seconds to begin, which a busy machine hasn't. */
  private static void boot(Path database) throws IOException, SQLException {
    Files.createDirectories(database.getParent());
    DriverManager.getConnection("jdbc:derby:" + database + ";create=true", "nacos", "nacos")
        .close();
  }

  private static void start() {
    EnvUtil.setDeploymentType(DeploymentType.getType("server"));
    NacosStartUpManager.start(NacosStartUp.CORE_START_UP_PHASE);
    ConfigurableApplicationContext core =
        new SpringApplicationBuilder(NacosServerBasicApplication.class)
            .web(WebApplicationType.NONE)
            .run();
    NacosStartUpManager.start(NacosStartUp.WEB_START_UP_PHASE);
    new SpringApplicationBuilder(NacosServerWebApplication.class).parent(core).run();
  }
}
