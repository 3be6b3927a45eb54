// Writes a flame graph to the standard output. README.md of tools/bench has the usage.
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildFlameTree, type CpuProfile } from './flame-tree.ts'
import { recordProfile } from './record-profile.ts'
import { renderFlameGraph } from './render-flame-graph.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pid: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    title: { type: 'string', default: 'Processor time' },
    'min-percent': { type: 'string', default: '0.7' },
  },
})

const [file = ''] = positionals
const profile: CpuProfile = values.pid
  ? await recordProfile(Number(values.pid), Number(values.seconds))
  : JSON.parse(await readFile(file, 'utf8'))
const tree = buildFlameTree(profile, { minShare: Number(values['min-percent']) / 100 })
process.stdout.write(renderFlameGraph(tree, values.title))
