import { kafkaForTests } from './kafka.ts'
import { mongodbForTests } from './mongodb.ts'
import { redisForTests } from './redis.ts'
import { minioForTests, versitygwForTests } from './s3.ts'
import type { Found, Running, TestEngine } from './test-engine.ts'
import { unwanted } from './wanted.ts'

const ENGINES: Record<string, TestEngine> = {
  kafka: kafkaForTests,
  mongodb: mongodbForTests,
  redis: redisForTests,
  versitygw: versitygwForTests,
  minio: minioForTests,
}

/** Finds an engine for tests: the one that is given, else one in a container, else one of this machine. */
export async function find(name: string): Promise<Running | Found> {
  const engine = ENGINES[name]
  if (!engine) return { missing: `no tests know an engine '${name}'` }
  const url = process.env[engine.variable]
  if (url) return { url, what: `${name}, given by ${engine.variable}` }
  const why = unwanted()
  if (why) return { missing: why }
  try {
    return engine.inContainer && (await hasContainers()) ? await engine.inContainer() : await engine.onThisMachine()
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

async function hasContainers(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers')
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  )
}
