import { createRequire } from 'node:module'
import path from 'node:path'
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin'
import CompressionPlugin from 'compression-webpack-plugin'
import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import { KeepUpdatesOut } from './keep-updates-out.mjs'
import { RememberFiles } from './remember-files.mjs'

const REFRESH = path.join(import.meta.dirname, 'refresh-runtime.cjs')
const ONLY_FOR_PRODUCTION = [CompressionPlugin, RememberFiles, MiniCssExtractPlugin]
const { resolve } = createRequire(import.meta.url)

/** The same front end for `npm run dev`: not made small, names that stay, and hot reload that keeps the state of components. */
export function forDevelopment(config) {
  const { output, cache } = config
  const { uniqueName: name, publicPath } = output
  const refresh = `${REFRESH}?${name}`
  return {
    ...config,
    name,
    mode: 'development',
    devtool: 'cheap-module-source-map', // one that needs no `eval`: the security policy is that of production
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
    module: { rules: config.module.rules.map((rule) => (rule.loader === 'swc-loader' ? withRefresh(rule) : rule)) },
    plugins: [
      ...config.plugins.filter((plugin) => !ONLY_FOR_PRODUCTION.some((kind) => plugin instanceof kind)),
      new MiniCssExtractPlugin({ filename: 'css/[name].css' }),
      new KeepUpdatesOut(),
      new ReactRefreshPlugin({ overlay: false, exclude: [/node_modules/, REFRESH] }),
    ],
    optimization: { splitChunks: config.optimization.splitChunks },
  }
}

function withRefresh(rule) {
  const options = structuredClone(rule.options)
  Object.assign(options.jsc.transform.react, { development: true, refresh: true })
  return { ...rule, options }
}
