import { kafkaForTests } from './kafka.ts'
import type { Found, Running, TestEngine } from './test-engine.ts'
import { areEnginesWanted, HOW_TO_RUN } from './wanted.ts'

const ENGINES: Record<string, TestEngine> = { kafka: kafkaForTests }

/** Finds an engine for tests: the one that is given, else one in a container, else one of this machine. */
export async function find(name: string): Promise<Running | Found> {
  const engine = ENGINES[name]
  if (!engine) return { missing: `no tests know an engine '${name}'` }
  const url = process.env[engine.variable]
  if (url) return { url, what: `${name}, given by ${engine.variable}` }
  if (!areEnginesWanted()) return { missing: HOW_TO_RUN }
  try {
    return (await hasContainers()) ? await engine.inContainer() : await engine.onThisMachine()
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
