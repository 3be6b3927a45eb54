import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import HtmlWebpackPlugin from 'html-webpack-plugin'
import { createBaseConfig, createSharedModules, federationOptimization } from '../../tools/build/webpack/base.mjs'
import { ReleasePlugin } from '../../tools/build/webpack/release-plugin.mjs'
import { createWorkerConfig } from '../../tools/build/webpack/worker.mjs'

const dir = import.meta.dirname
/** Files that are of no use without network: for sign-up, and for the installation itself. */
const NOT_INSTALLED_FILES =
  /\/(common-passwords|icon(-\d+)?|maskable-\d+|monochrome-\d+|apple-touch-icon|wide|narrow)\./
const config = createBaseConfig({ dir, name: 'shell', publicPath: '/', entry: './src/index.ts' })

// The plugin that passes the federation runtime to remotes requires it as CommonJS. The alias makes it use the shell's ESM
// copy; otherwise the runtime would be bundled twice.
config.resolve.alias = Object.fromEntries(
  ['runtime-core', 'sdk', 'error-codes'].map((name) => [
    `@module-federation/${name}$`,
    fileURLToPath(import.meta.resolve(`@module-federation/${name}`)),
  ]),
)

// Copies scripts of public/ unchanged.
config.module.rules.push({ test: /\.js$/, include: path.join(dir, 'public'), type: 'asset/resource' })

// Few initial files: libraries, the rest of the shell, one stylesheet.
Object.assign(config.optimization.splitChunks.cacheGroups, {
  libraries: {
    type: /^javascript/,
    chunks: 'initial',
    enforce: true,
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
  },
  styles: { name: 'styles', type: 'css/mini-extract', chunks: 'all', enforce: true },
})

config.plugins.push(
  new HtmlWebpackPlugin({ template: path.join(dir, 'public/index.ejs'), scriptLoading: 'defer' }),
  new HtmlWebpackPlugin({
    template: path.join(dir, 'public/manifest.ejs'),
    filename: 'manifest.webmanifest',
    inject: false,
    minify: false,
  }),
  new ModuleFederationPlugin({
    name: 'shell',
    remotes: {}, // registered at run time: src/features/remotes/remotes.ts
    shared: createSharedModules('shell'),
    manifest: false,
    dts: false,
    runtimePlugins: [path.join(dir, 'src/features/remotes/federation-plugin.ts')],
    shareStrategy: 'loaded-first', // with the default strategy one unavailable remote blanks the page
    experiments: { provideExternalRuntime: true, optimization: federationOptimization },
  }),
  new ReleasePlugin({ name: 'shell', publicPath: '/', entry: 'index.html', exclude: NOT_INSTALLED_FILES }),
)

const workerConfig = createWorkerConfig({ dir, name: 'shell-worker', entry: { sw: './src/service-worker/main.ts' } })

export default [config, workerConfig]
