import { createHash } from 'node:crypto'

const NAME = 'ReleasePlugin'
export const RELEASE_FILE = 'release.json'
/** Stands in `index.html` for the build. */
const BUILD_PLACEHOLDER = '%BUILD%'
const HASHED_NAME = /\.[0-9a-f]{12}\./
const IGNORED_FILES = /\.(map|br)$/

/**
 * Writes `release.json`: the files that a page of this build may load, for the service worker. `entry` is the file without a
 * hash in its name, `publicPath` the path of all files. Hashed files that match `exclude` are left out. The build is a hash of all
 * file names and the entry, `releasedAt` the order of builds; a page reads the build from its `<meta name="build">` or, for a remote, from `globalThis.meadowBuilds`.
 */
export class ReleasePlugin {
  constructor({ name, publicPath, entry, exclude }) {
    Object.assign(this, { name, publicPath, entry, exclude })
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 // all names are final, nothing is compressed yet
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage }, () => {
        const files = compilation
          .getAssets()
          .map((asset) => asset.name)
          .filter((file) => HASHED_NAME.test(file) && !IGNORED_FILES.test(file) && !this.exclude?.test(file))
          .toSorted()
        const template = compilation.getAsset(this.entry).source.source().toString()
        const build = hash([...files, template].join('\n'), 'hex').slice(0, 16)
        const entry = this.addBuild(template, build)
        compilation.updateAsset(this.entry, new sources.RawSource(entry))
        const sizes = [...files, this.entry].map((file) => compilation.getAsset(file).source.size())
        const release = {
          name: this.name,
          build,
          releasedAt: readBuildTime(),
          entry: this.publicPath + this.entry,
          entryIntegrity: `sha256-${hash(entry, 'base64')}`,
          files: files.map((file) => this.publicPath + file),
          bytes: sizes.reduce((sum, size) => sum + size, 0),
        }
        compilation.emitAsset(RELEASE_FILE, new sources.RawSource(JSON.stringify(release)))
      })
    })
  }

  addBuild(template, build) {
    if (this.entry.endsWith('.html')) return template.replace(BUILD_PLACEHOLDER, build)
    return `${template}\n;(globalThis.meadowBuilds??={}).${this.name}=${JSON.stringify(build)}\n`
  }
}

/** Returns the time of the build in ms since 1970: now, or that of `SOURCE_DATE_EPOCH`, in s (reproducible-builds.org). */
const readBuildTime = () => (process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now())

const hash = (text, encoding) => createHash('sha256').update(text).digest(encoding)
