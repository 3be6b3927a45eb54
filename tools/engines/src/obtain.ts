import type { Obtainable } from './engine.ts'
import { alone } from './lock.ts'

/** Obtains a program when it is not here yet, once however many ask. @throws a sentence when this machine lacks something */
export async function obtained(engine: Obtainable, say: (line: string) => void): Promise<void> {
  if (engine.isObtained() && engine.missing().length === 0) return
  const missing = engine.missing()
  if (missing.length > 0) throw new Error(`${engine.name}: this machine lacks ${missing.join(' and ')}`)
  await alone(`obtain-${engine.name}`, async () => {
    if (engine.isObtained()) return
    const begun = performance.now()
    say(`${engine.name}: obtaining ${engine.version} …`)
    await engine.obtain()
    say(`${engine.name}: obtained in ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  })
}
