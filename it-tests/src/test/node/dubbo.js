// Calls the samples' Dubbo provider by one of npm's two Dubbo clients, and makes a line of each call's
// outcome.
//
//   node dubbo.js dubbo2.js|apache-dubbo-js HOST:PORT
'use strict';

const [library, address] = process.argv.slice(2);
const java = require('js-to-java');
const { DirectlyDubbo } = require(library);

const dubbo = DirectlyDubbo.from({
  dubboAddress: address,
  dubboVersion: '2.0.2',
  dubboInvokeTimeout: 100,
});

const hello = dubbo.proxyService({
  dubboInterface: 'com.alibaba.dubbo.performance.demo.provider.IHelloService',
  methods: { hash: (text) => [java.String(text)] },
});

const users = dubbo.proxyService({
  dubboInterface: 'dev.vertxmesh.samples.UserService',
  methods: {
    echo: (text) => [java.String(text)],
    nope: (text) => [java.String(text)],
    fail: (text) => [java.String(text)],
  },
});

const absent = dubbo.proxyService({
  dubboInterface: 'dev.vertxmesh.samples.Absent',
  methods: { echo: (text) => [java.String(text)] },
});

async function tell(name, call) {
  const { res, err } = await call;
  const shown = err
    ? 'error ' + String(err.message || err).split('\n')[0].replace(/127\.0\.0\.1:\d+/g, 'PEER')
    : JSON.stringify(res).length > 80 ? JSON.stringify(res).length + ' characters' : JSON.stringify(res);
  console.log(`answer ${name}: ${shown}`);
}

(async () => {
  await tell('hash', hello.hash('hello'));
  await tell('echo', users.echo('tea'));
  await tell('large', users.echo('x'.repeat(100000)));
  await tell('letters', users.echo('é漢字'));
  await tell('together', Promise.all([...Array(50).keys()].map((i) => users.echo('n' + i)))
    .then((all) => ({ res: all.filter(({ res }, i) => res === 'n' + i).length })));
  await tell('nope', users.nope('x'));
  await tell('absent', absent.echo('x'));
  process.exit(0);
})();
