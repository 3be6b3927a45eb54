import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime'

/** Federation plugin: turns a failed load into a rejected promise, so that the error panel appears. */
export default function federationPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'meadow',
    errorLoadRemote({ id, error, lifecycle }) {
      if (lifecycle === 'onLoad') throw new Error(`The remote ${id} did not load`, { cause: error })
      return undefined
    },
  }
}
