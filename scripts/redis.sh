# Gets Redis' server for the tests of limits that gateways share, into
# ~/.cache/vertx-mesh/redis-VERSION/redis-server, once, with the libraries that it needs and a bare
# system lacks. To be sourced, after toolchain.sh and etcd.sh.
#
# Where it can't be had these tests are skipped, unless -Dmesh.redis.required=true is given to Maven.

# Redis of the distribution, unpacked and not installed: installing it would start it.
get_redis() {
  local work version package
  compgen -G "$etcd_cache/redis-*/redis-server" >/dev/null && return
  work=$(mktemp -d)
  mkdir "$work/bin"
  if command -v redis-server >/dev/null; then
    cp "$(command -v redis-server)" "$work/bin/"
  elif command -v apt-get >/dev/null; then
    if on_debian_as_root; then apt-get update -qq >/dev/null; fi
    (
      cd "$work"
      for package in redis-server redis-tools libjemalloc2 liblzf1; do
        apt-get download -qq "$package" >/dev/null 2>&1 && dpkg -x "$package"_*.deb . || true
      done
      cp -L usr/bin/redis-server bin/
      find usr/lib -name '*.so.*' -exec cp -L {} bin/ \;
    ) 2>/dev/null || true
  fi
  version=$(LD_LIBRARY_PATH=$work/bin "$work/bin/redis-server" --version 2>/dev/null |
    sed -nE 's/.* v=([0-9.]+) .*/\1/p')
  [[ -z $version ]] || mv "$work/bin" "$etcd_cache/redis-$version"
  rm -rf "$work"
  [[ -n $version ]]
}
