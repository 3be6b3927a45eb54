import type { Obtainable } from './engine.ts'
import { withProcessLock } from './process-lock.ts'

/** Obtains a program unless it is present. Parallel calls obtain it once. @throws if a required program is missing */
export async function ensureObtained(engine: Obtainable, log: (line: string) => void): Promise<void> {
  if (engine.isObtained() && engine.listMissing().length === 0) return
  const missing = engine.listMissing()
  if (missing.length > 0) throw new Error(`${engine.name}: this machine lacks ${missing.join(' and ')}`)
  await withProcessLock(`obtain-${engine.name}`, async () => {
    if (engine.isObtained()) return
    const startedAt = performance.now()
    log(`${engine.name}: obtaining ${engine.version} …`)
    await engine.obtain()
    log(`${engine.name}: obtained in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  })
}
