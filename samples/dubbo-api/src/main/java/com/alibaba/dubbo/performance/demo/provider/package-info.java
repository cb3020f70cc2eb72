/** The contest's service under the contest's name, so that its form finds it. */
package com.alibaba.dubbo.performance.demo.provider;
