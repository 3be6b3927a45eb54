import type { Engine } from '../engine.ts'
import { kafka } from './kafka.ts'
import { minio } from './minio.ts'
import { mongodb } from './mongodb/mongodb.ts'
import { postgres } from './postgres.ts'
import { redis } from './redis.ts'
import { versitygw } from './versitygw.ts'

/** All engines in display order. Of two engines for the same purpose the first one that runs sets the variable. */
export const ENGINES: readonly Engine[] = [postgres, kafka, mongodb, redis, versitygw, minio]

/** Finds an engine by name. @throws if there is none */
export function findEngine(name: string): Engine {
  const engine = ENGINES.find((one) => one.name === name)
  if (!engine) throw new Error(`There is no engine '${name}'. Engines: ${ENGINES.map((one) => one.name).join(', ')}`)
  return engine
}
