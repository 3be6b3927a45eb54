import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack'
import { base, optimization, sharedBy } from './base.mjs'

/**
 * The build of a front end that the shell loads at run time: `dir` is its folder, `name` its name in addresses, `exposes`
 * what can be loaded of it beside its pages.
 */
export function remote({ dir, name, exposes = {} }) {
  const config = base({ dir, name, publicPath: 'auto' })
  config.plugins.push(
    new ModuleFederationPlugin({
      name,
      filename: 'remoteEntry.js', // always asked for: it names the hashed files of the rest
      exposes: named({ './remote': './src/remote.tsx', ...exposes }),
      shared: sharedBy('remote'),
      manifest: false,
      dts: false,
      experiments: { externalRuntime: true, optimization },
    }),
  )
  return config
}

/** Each with a name for its file, so that one sees in a list of requests what was loaded. */
const named = (exposes) =>
  Object.fromEntries(
    Object.entries(exposes).map(([as, from]) => [as, { import: from, name: as.replace('./', 'expose_') }]),
  )
