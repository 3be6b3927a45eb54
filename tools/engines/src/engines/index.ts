import type { Engine } from '../engine.ts'
import { kafka } from './kafka.ts'
import { minio } from './minio.ts'
import { mongodb } from './mongodb.ts'
import { postgres } from './postgres.ts'
import { redis } from './redis.ts'
import { versitygw } from './versitygw.ts'

/** Every engine, in the order in which they are shown; of two for the same purpose the first that runs is named. */
export const ENGINES: readonly Engine[] = [postgres, kafka, mongodb, redis, versitygw, minio]

/** @throws a sentence when there is no such engine */
export function engineOf(name: string): Engine {
  const engine = ENGINES.find((one) => one.name === name)
  if (!engine) throw new Error(`There is no engine '${name}', only ${ENGINES.map((one) => one.name).join(', ')}`)
  return engine
}
