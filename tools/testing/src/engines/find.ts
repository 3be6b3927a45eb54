import { kafkaTestEngine } from './kafka.ts'
import { mongodbTestEngine } from './mongodb.ts'
import { redisTestEngine } from './redis.ts'
import { minioTestEngine, versitygwTestEngine } from './s3.ts'
import type { RunningTestEngine, TestEngine, TestEngineResult } from './test-engine.ts'
import { usesContainers, whyEnginesAreOff } from './test-engines-setting.ts'

const ENGINES: Record<string, TestEngine> = {
  kafka: kafkaTestEngine,
  mongodb: mongodbTestEngine,
  redis: redisTestEngine,
  versitygw: versitygwTestEngine,
  minio: minioTestEngine,
}

/**
 * Finds an engine for tests: the one of the environment, else a local server, or with ENGINES=containers a server in a
 * container.
 */
export async function findTestEngine(name: string): Promise<RunningTestEngine | TestEngineResult> {
  const engine = ENGINES[name]
  if (!engine) return { missing: `There is no test engine '${name}'` }
  const url = process.env[engine.urlVariable]
  if (url) return { url, what: `${name}, from ${engine.urlVariable}` }
  const reason = whyEnginesAreOff()
  if (reason) return { missing: reason }
  if (usesContainers() && !engine.startContainer) return { leftOut: `there is no image of ${name}` }
  try {
    return usesContainers() && engine.startContainer ? await engine.startContainer() : await engine.startLocally()
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}
