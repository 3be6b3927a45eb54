const SYSTEMS = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  netbsd: 'netbsd',
  openbsd: 'openbsd',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
}
const PROCESSORS = {
  x64: 'x64',
  arm64: 'arm64',
  aarch64: 'arm64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  arm: 'arm',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}
const LIBRARIES = { musl: 'musl', musleabihf: 'musl', gnu: 'glibc', gnueabihf: 'glibc' }

/** Returns the platform of a native package by its name, e.g. `@swc/core-linux-arm64-musl`, or undefined. */
export function platformOf(name) {
  const words = name.split('/').at(-1).split(/[-_]/)
  const find = (known) => words.filter((word) => Object.hasOwn(known, word)).map((word) => known[word])[0]
  const platform = { os: find(SYSTEMS), cpu: find(PROCESSORS), libc: find(LIBRARIES) }
  return platform.os || platform.cpu === 'wasm32' ? platform : undefined
}
