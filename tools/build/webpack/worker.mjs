import CompressionPlugin from 'compression-webpack-plugin'
import { createBaseConfig } from './base.mjs'

/** Creates the configuration of a service worker: one file with a fixed name per entry, without styles. */
export function createWorkerConfig({ dir, name, entry }) {
  const config = createBaseConfig({ dir, name, publicPath: '/', entry })
  return {
    ...config,
    target: ['webworker', 'es2022'],
    output: { ...config.output, filename: '[name].js' },
    plugins: config.plugins.filter((plugin) => plugin instanceof CompressionPlugin),
  }
}
