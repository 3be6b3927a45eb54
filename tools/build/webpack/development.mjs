import { createRequire } from 'node:module'
import path from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import CompressionPlugin from 'compression-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { ExcludeHotUpdatesPlugin } from './exclude-hot-updates-plugin.mjs'
import { FileListPlugin } from './file-list-plugin.mjs'
import { ReleasePlugin } from './release-plugin.mjs'

const REFRESH_RUNTIME = path.join(import.meta.dirname, 'refresh-runtime.cjs')
const PRODUCTION_PLUGINS = [CompressionPlugin, FileListPlugin, MiniCssExtractPlugin, ReleasePlugin]
const { resolve } = createRequire(import.meta.url)

/** Returns the configuration for `npm run dev`: not minified, stable names, and hot reload that keeps component state. */
export function toDevelopmentConfig(config) {
  const { output, cache } = config
  const { uniqueName: name, publicPath } = output
  const refresh = `${REFRESH_RUNTIME}?${name}`
  return {
    ...config,
    name,
    mode: 'development',
    devtool: 'cheap-module-source-map', // needs no `eval`, which the security policy forbids
    cache: {
      ...cache,
      name: `${name}-development`,
      buildDependencies: { ...cache.buildDependencies, development: [import.meta.filename] },
    },
    output: {
      ...output,
      publicPath: publicPath === 'auto' ? `/mf/${name}/` : publicPath,
      filename: 'js/[name].js',
      chunkFilename: 'js/[name].js',
    },
    resolve: {
      ...config.resolve,
      alias: { [resolve('react-refresh/runtime')]: refresh, 'react-refresh/runtime$': refresh },
    },
    module: { rules: config.module.rules.map((rule) => (rule.loader === 'swc-loader' ? addReactRefresh(rule) : rule)) },
    plugins: [
      ...config.plugins.filter((plugin) => !PRODUCTION_PLUGINS.some((kind) => plugin instanceof kind)),
      new MiniCssExtractPlugin({ filename: 'css/[name].css' }),
      new ExcludeHotUpdatesPlugin(),
      new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/, REFRESH_RUNTIME] }),
    ],
    optimization: { splitChunks: config.optimization.splitChunks },
  }
}

function addReactRefresh(rule) {
  const options = structuredClone(rule.options)
  Object.assign(options.jsc.transform.react, { development: true, refresh: true })
  return { ...rule, options }
}
