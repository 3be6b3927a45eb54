import { describe, expect, it } from '@jest/globals'
import { buildFlameTree, type CpuProfile } from '../src/flame-graph/flame-tree.ts'
import { renderFlameGraph } from '../src/flame-graph/render-flame-graph.ts'

const toNode = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
})

const profile: CpuProfile = {
  nodes: [
    toNode(1, '(root)', '', [2, 3, 8]),
    toNode(2, '(idle)', ''),
    toNode(3, 'processTicksAndRejections', 'node:internal/process/task_queues', [4, 7]),
    toNode(4, 'send<T>', 'file:///clone/services/chat/src/send.ts', [5]),
    toNode(5, 'query', 'file:///clone/node_modules/@scope/pg/lib/client.js', [6]),
    toNode(6, 'submit', 'file:///clone/node_modules/@scope/pg/lib/query.js'),
    toNode(7, 'send<T>', 'file:///clone/services/chat/src/send.ts'),
    toNode(8, 'rare', 'file:///clone/packages/service/src/rare.ts'),
  ],
  samples: [2, 4, 5, 6, 7, 3, 8],
  timeDeltas: [500, 10, 20, 30, 40, 899, 1],
}

describe('a flame graph', () => {
  const tree = buildFlameTree(profile, { minShare: 0.01 })

  it('has the time of callers and what they call, without idle time, code of Node and rare frames', () => {
    const pg = { name: '@scope/pg', origin: 'package', value: 50, children: [] }
    const send = { name: 'send<T> (services/chat/send.ts)', origin: 'meadow', value: 100, children: [pg] }
    expect(tree).toEqual({ name: 'all', origin: 'node', value: 1000, children: [send] })
  })

  it('is an SVG whose rectangles are as wide as their share', () => {
    const svg = renderFlameGraph(tree, 'chat & posts')
    expect(svg).toContain('<title>chat &amp; posts</title>')
    expect(svg).toMatch(
      /<title>send&lt;T&gt; \(services\/chat\/send.ts\): 10.0 %<\/title><rect class="meadow" x="0.0" y="\d+" width="120.0"/,
    )
    expect(svg).toMatch(/<title>@scope\/pg: 5.0 %<\/title><rect class="package" x="0.0" y="\d+" width="60.0"/)
  })
})
