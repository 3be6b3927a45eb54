import type { Manifest } from '../manifest.ts'

/** Returns a sentence for each problem of rendered manifests. Pure. */
export type ManifestCheck = (manifests: readonly Manifest[]) => string[]
