import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import {
  DATABASES,
  MEASURED_COSTS_FILE,
  type MeasuredCosts,
  OPERATIONS,
  type OperationCost,
  type OperationName,
  SCALABLE_PROCESSES,
  type SocketCosts,
} from '../capacity/operation-costs.ts'
import { type CostMeter, openCostMeter } from '../cost/cost-meter.ts'
import { type CountedClient, createCountedClient } from '../cost/counted-client.ts'
import { measurePeerEvents, measureSocketMemory, measureSockets } from '../cost/measure-sockets.ts'
import { createOperationRuns, type OperationRun } from '../cost/operation-runs.ts'
import { readMemoryMib } from '../measure/process-usage.ts'
import { round } from '../measure/report.ts'
import { connectSocketClients, createSocketAuths } from '../measure/socket-clients.ts'
import { type BenchProduct, openBenchProduct } from '../product/open-product.ts'
import { seedProduct } from '../seed/seed-product.ts'

const CALLERS = 4
const PAIRS = 100

/**
 * Measures what each operation costs, in all processes on PostgreSQL alone, and writes the costs for docs/capacity.md. Then
 * `npm run documents` computes the page.
 */
export async function benchCost(): Promise<void> {
  const loadBefore = loadavg()[0] ?? 0
  await using product = await openBenchProduct()
  await seedProduct(product, PAIRS)
  const memoryKib = await measureSocketMemory(product)
  await using meter = await openCostMeter(product)
  using client = createCountedClient(product.stack.url, CALLERS)

  const operations: Partial<Record<OperationName, OperationCost>> = {}
  for (const [name, run] of await createOperationRuns(product, PAIRS)) {
    const cost =
      name === 'message' ? await measureMessages(product, meter, client, run) : await runOperation(meter, client, run)
    operations[name] = cost
    printCost(name, cost)
  }
  const { post, like } = operations
  if (!post || !like) throw new Error('Posts and likes were not measured')
  const { connection, sockets: measuredSockets } = await measureSockets(product, meter, client, post)
  operations.socket = connection
  printCost('socket', connection)
  const memoryMib = Object.fromEntries(
    SCALABLE_PROCESSES.map((name) => [name, round(readMemoryMib([product.stack.pidOf(name) ?? 0]), 1)]),
  ) as MeasuredCosts['memoryMib']
  const peerEventUs = await measurePeerEvents(product, meter, like)
  const sockets: SocketCosts = { memoryKib, ...measuredSockets, peerEventUs }
  console.log(sockets)

  const [version] = await product.query('postgres', 'show server_version')
  const measured: MeasuredCosts = {
    measuredAt: new Date().toISOString().slice(0, 10),
    machine: {
      cores: cpus().length,
      cpu: cpus()[0]?.model ?? '',
      node: process.versions.node,
      postgres: String(version?.['server_version']),
      load: [round(loadBefore, 1), round(loadavg()[0] ?? 0, 1)],
    },
    operations: operations as MeasuredCosts['operations'],
    sockets,
    memoryMib,
  }
  await writeFile(MEASURED_COSTS_FILE, `${JSON.stringify(measured, roundNumber, 2)}\n`)
  console.log(`Written: ${MEASURED_COSTS_FILE}. Now run: npm run documents`)
}

const roundNumber = (_key: string, value: unknown) => (typeof value === 'number' ? round(value, 2) : value)

const runOperation = (meter: CostMeter, client: CountedClient, { count, send }: OperationRun): Promise<OperationCost> =>
  meter.measure(count, client, async () => {
    let next = 0
    const runCaller = async () => {
      for (let n = next++; n < count; n = next++) await send(client, n)
    }
    await Promise.all(Array.from({ length: CALLERS }, runCaller))
  })

/** Measures messages while both members of each pair have a socket, which acknowledges what it receives. */
async function measureMessages(
  product: BenchProduct,
  meter: CostMeter,
  client: CountedClient,
  run: OperationRun,
): Promise<OperationCost> {
  const auths = createSocketAuths(product, PAIRS * 2)
  using sockets = await connectSocketClients({ url: product.stack.url, auths, concurrency: CALLERS })
  for (const socket of sockets.sockets) socket.on('newMessage', (_message, acknowledge?: () => void) => acknowledge?.())
  await meter.waitUntilDrained()
  const cost = await runOperation(meter, client, run)
  sockets.assertConnected()
  return cost
}

function printCost(name: OperationName, cost: OperationCost): void {
  const databaseUs = DATABASES.reduce((sum, database) => sum + cost.databaseCpuUs[database], 0)
  const rows = DATABASES.reduce((sum, database) => sum + cost.rows[database], 0)
  const cpu = SCALABLE_PROCESSES.map((process) => `${process} ${Math.round(cost.cpuUs[process])}`).join(', ')
  console.log(`${OPERATIONS[name]}: ${cpu}, PostgreSQL ${Math.round(databaseUs)} us; ${round(rows, 1)} rows`)
}
