import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { createBaseConfig, createSharedModules, federationOptimization } from './base.mjs'
import { ReleasePlugin } from './release-plugin.mjs'

const ENTRY = 'remoteEntry.js' // never cached: it has the names of the hashed files

/**
 * Creates the configuration of a front end that the shell loads at run time. `dir` is its folder, `name` its name in URLs,
 * `exposes` the modules beside `./remote`.
 */
export function createRemoteConfig({ dir, name, exposes = {} }) {
  const config = createBaseConfig({ dir, name, publicPath: 'auto' })
  config.plugins.push(
    new ModuleFederationPlugin({
      name,
      filename: ENTRY,
      exposes: nameExposedModules({ './remote': './src/remote.tsx', ...exposes }),
      shared: createSharedModules('remote'),
      manifest: false,
      dts: false,
      experiments: { externalRuntime: true, optimization: { ...federationOptimization, disableRemote: true } }, // only the shell loads remotes
    }),
    new ReleasePlugin({ name, publicPath: `/mf/${name}/`, entry: ENTRY }),
  )
  return config
}

/** Gives each exposed module a readable file name. */
const nameExposedModules = (exposes) =>
  Object.fromEntries(
    Object.entries(exposes).map(([as, from]) => [as, { import: from, name: as.replace('./', 'expose_') }]),
  )
