import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** A remote that does not load is answered with nothing, so that its boundary shows the panel. */
export default function federationPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'meadow',
    errorLoadRemote({ id, error, lifecycle }) {
      if (lifecycle === 'onLoad') throw new Error(`The remote ${id} did not load`, { cause: error })
      return undefined
    },
  }
}
