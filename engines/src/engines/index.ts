import type { Engine } from '../engine.ts'
import { kafka } from './kafka.ts'
import { redis } from './redis.ts'

/** Every engine, in the order in which they are shown. */
export const ENGINES: readonly Engine[] = [kafka, redis]

/** @throws a sentence when there is no such engine */
export function engineOf(name: string): Engine {
  const engine = ENGINES.find((one) => one.name === name)
  if (!engine) throw new Error(`There is no engine '${name}', only ${ENGINES.map((one) => one.name).join(', ')}`)
  return engine
}
