import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import { base, sharedBy } from '../../tools/webpack/base.mjs'

const dir = import.meta.dirname
const async = { type: /^javascript/, chunks: 'async', enforce: true }
const config = base({ dir, name: 'shell', publicPath: '/', entry: './src/index.ts' })

// The plugin that hands the federation runtime to remotes asks for it as CommonJS: it gets what the shell itself uses, which
// otherwise would be there twice.
config.resolve.alias = Object.fromEntries(
  ['runtime-core', 'sdk', 'error-codes'].map((name) => [
    `@module-federation/${name}$`,
    fileURLToPath(import.meta.resolve(`@module-federation/${name}`)),
  ]),
)

// Scripts of public/ go out as they are written.
config.module.rules.push({ test: /\.js$/, include: path.join(dir, 'public'), type: 'asset/resource' })

const PACKAGES = /(packages|node_modules)[\\/](web|ui|lucide-react)[\\/]/
const SHARED = /packages[\\/]web[\\/]src[\\/]index\.ts$/

/** Part of what every page needs at once: the shell itself, or what it shares. The rest comes with whoever wants it. */
const isEarly = (module, chunkGraph) =>
  chunkGraph
    .getModuleChunks(module)
    .some(
      (chunk) =>
        chunk.name === 'app' || chunkGraph.getChunkModules(chunk).some((other) => SHARED.test(other.resource ?? '')),
    )

// Few files: what seldom changes, what is shared, and one stylesheet, all of them named in the page for an early start.
Object.assign(config.optimization.splitChunks.cacheGroups, {
  libraries: {
    ...async,
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
  },
  packages: {
    ...async,
    name: 'packages',
    test: (module, { chunkGraph }) => PACKAGES.test(module.nameForCondition?.() ?? '') && isEarly(module, chunkGraph),
  },
  styles: { name: 'styles', type: 'css/mini-extract', chunks: 'all', enforce: true },
})

config.plugins.push(
  new HtmlWebpackPlugin({ template: path.join(dir, 'public/index.ejs'), scriptLoading: 'defer' }),
  new ModuleFederationPlugin({
    name: 'shell',
    remotes: {}, // added at run time: src/features/remotes/remotes.ts
    shared: sharedBy('shell'),
    manifest: false,
    dts: false,
    runtimePlugins: [path.join(dir, 'src/features/remotes/federation-plugin.ts')],
    shareStrategy: 'loaded-first', // otherwise one remote that is away blanks the whole page
    experiments: { provideExternalRuntime: true, optimization: { target: 'web' } },
  }),
)

export default config
