import { kafkaTestEngine } from './kafka.ts'
import { mongodbTestEngine } from './mongodb.ts'
import { redisTestEngine } from './redis.ts'
import { minioTestEngine, versitygwTestEngine } from './s3.ts'
import type { RunningTestEngine, TestEngine, TestEngineResult } from './test-engine.ts'
import { whyEnginesAreOff } from './wanted.ts'

const ENGINES: Record<string, TestEngine> = {
  kafka: kafkaTestEngine,
  mongodb: mongodbTestEngine,
  redis: redisTestEngine,
  versitygw: versitygwTestEngine,
  minio: minioTestEngine,
}

/** Finds an engine for tests: the one that is given, else one in a container, else one of this machine. */
export async function findTestEngine(name: string): Promise<RunningTestEngine | TestEngineResult> {
  const engine = ENGINES[name]
  if (!engine) return { missing: `no tests know an engine '${name}'` }
  const url = process.env[engine.urlVariable]
  if (url) return { url, what: `${name}, given by ${engine.urlVariable}` }
  const why = whyEnginesAreOff()
  if (why) return { missing: why }
  try {
    return engine.startContainer && (await hasContainerRuntime())
      ? await engine.startContainer()
      : await engine.startLocally()
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

async function hasContainerRuntime(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  )
}
