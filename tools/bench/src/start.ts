import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openPostgres } from '@meadow/stack/postgres'
import { listProcessTree, killProcesses } from '@meadow/testing/process-tree'
import { compare, median, report, round } from './figures.ts'
import { ROUNDS } from './measured.ts'
import { openProduct, type Product } from './product.ts'

const MEANING = `Seconds until the product answers a signed-in member's home page: after SIGKILL of every process, PostgreSQL included,
and after it was ended in good order. Bare is its PostgreSQL alone, started on the same folder after the same end.`

/** The time to the first answer on a folder that is there. */
export async function start(): Promise<void> {
  await using product = await openProduct()
  const killed = { ours: [] as number[], bare: [] as number[] }
  const stopped = { ours: [] as number[], bare: [] as number[] }
  for (let at = 0; at < ROUNDS; at++) {
    await product.stack.kill()
    killed.bare.push(await postgresAlone(product, 'killed'))
    killed.ours.push(await firstAnswer(product))
    await product.stack.stop()
    stopped.bare.push(await postgresAlone(product, 'stopped'))
    stopped.ours.push(await firstAnswer(product))
  }
  const above = ({ ours, bare }: typeof killed) => round(median(ours.map((took, at) => took - (bare[at] ?? 0))))
  const rows = [
    compare('s after SIGKILL of everything', killed.ours, killed.bare, ''),
    { figure: 's above PostgreSQL, after SIGKILL', ours: above(killed), bare: '', ratio: '', bar: '<= 4' },
    compare('s after an orderly end', stopped.ours, stopped.bare, ''),
    { figure: 's above PostgreSQL, after an orderly end', ours: above(stopped), bare: '', ratio: '', bar: '<= 4' },
  ]
  report('start', rows, MEANING)
}

/** Starts PostgreSQL alone, and ends it as it was found. */
async function postgresAlone({ stack }: Product, leave: 'killed' | 'stopped'): Promise<number> {
  const mine = new Set(listProcessTree(process.pid))
  const begun = performance.now()
  const postgres = await openPostgres({ dir: join(stack.dataDir, 'postgres'), log: () => undefined })
  const took = (performance.now() - begun) / 1000
  const stopping = leave === 'stopped' ? postgres.stop() : undefined
  if (leave === 'killed') {
    const theirs = listProcessTree(process.pid).filter((pid) => !mine.has(pid))
    const stop = postgres.stop() // first, so that it is not started again
    killProcesses(theirs)
    await stop
  }
  await stopping
  return took
}

async function firstAnswer({ stack, tokenOf }: Product): Promise<number> {
  const begun = performance.now()
  const started = stack.start()
  const headers = { authorization: `Bearer ${tokenOf(0)}` }
  const answers = async () => {
    const answer = await fetch(`${stack.url}/api/posts?page=1&limit=5`, { headers }).catch(() => undefined)
    await answer?.arrayBuffer()
    return answer?.ok
  }
  while (!(await answers())) await delay(20)
  const took = (performance.now() - begun) / 1000
  await started
  return took
}
