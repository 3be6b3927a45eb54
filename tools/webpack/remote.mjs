import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { base, sharedBy } from './base.mjs'

/**
 * The build of a front end that the shell loads at run time: `dir` is its folder, `name` its name in addresses, `exposes`
 * what can be loaded of it beside its pages.
 */
export function remote({ dir, name, exposes = {} }) {
  const config = base({ dir, name, publicPath: 'auto' })
  config.plugins.push(
    new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.[contenthash:12].js',
      exposes: { './remote': './src/remote.tsx', ...exposes },
      shared: sharedBy('remote'),
      manifest: true,
      dts: false,
      experiments: { externalRuntime: true, optimization: { target: 'web' } },
    }),
  )
  return config
}
