import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { base, sharedBy } from '../../tools/webpack/base.mjs'

const config = base({ dir: import.meta.dirname, name: 'chat', publicPath: 'auto' })

config.plugins.push(
  new ModuleFederationPlugin({
    name: 'chat',
    filename: 'remoteEntry.[contenthash:12].js',
    exposes: { './remote': './src/remote.tsx' },
    shared: sharedBy('remote'),
    manifest: true,
    dts: false,
    experiments: { externalRuntime: true, optimization: { target: 'web' } },
  }),
)

export default config
