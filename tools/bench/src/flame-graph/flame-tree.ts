/** A CPU profile of V8, as its inspector and `node --cpu-prof` write it. */
export type CpuProfile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[]
  samples: number[]
  /** The time before each sample, in microseconds. */
  timeDeltas: number[]
}

/** The origin of a function: this repository, an npm package, or Node and V8. */
type FrameOrigin = 'meadow' | 'package' | 'node'

/** A function with what it calls. `value` is their time in microseconds. */
export type FlameFrame = { name: string; origin: FrameOrigin; value: number; children: FlameFrame[] }

type FrameName = Pick<FlameFrame, 'name' | 'origin'>

const IDLE_FUNCTION = '(idle)'
const ROOT_FUNCTION = '(root)'

/** Returns the name of a frame, or undefined for JavaScript of Node itself, whose frames are left out. */
function toFrameName({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): FrameName | undefined {
  if (url.startsWith('node:')) return undefined
  if (url === '')
    return functionName === ROOT_FUNCTION ? undefined : { name: functionName || '(native)', origin: 'node' }
  const [, packagePath] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (packagePath) return { name: packagePath, origin: 'package' } // all functions of a package are one frame
  const [, path = url] = /\/((?:services|packages|gateway|tools)\/.*)/.exec(url) ?? []
  const file = path.replace('/src/', '/')
  return { name: functionName ? `${functionName} (${file})` : file, origin: 'meadow' }
}

function addFrame(parent: FlameFrame, { name, origin }: FrameName): FlameFrame {
  const known = parent.children.find((child) => child.name === name)
  if (known) return known
  const frame = { name, origin, value: 0, children: [] }
  parent.children.push(frame)
  return frame
}

/**
 * Builds the tree of a profile without idle time. Time in JavaScript of Node itself counts as time of its caller. Leaves out
 * frames with less than `minShare` of the whole.
 */
export function buildFlameTree(profile: CpuProfile, { minShare }: { minShare: number }): FlameFrame {
  const times = new Map<number, number>()
  for (const [index, id] of profile.samples.entries())
    times.set(id, (times.get(id) ?? 0) + (profile.timeDeltas[index] ?? 0))
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const root: FlameFrame = { name: 'all', origin: 'node', value: 0, children: [] }

  function visit(id: number, path: readonly FlameFrame[]): void {
    const node = nodes.get(id)
    if (!node || node.callFrame.functionName === IDLE_FUNCTION) return
    const frameName = toFrameName(node.callFrame)
    const caller = path.at(-1) ?? root
    const ownPath = frameName && frameName.name !== caller.name ? [...path, addFrame(caller, frameName)] : path
    for (const frame of ownPath) frame.value += times.get(id) ?? 0
    for (const child of node.children ?? []) visit(child, ownPath)
  }

  const [first] = profile.nodes
  if (first) visit(first.id, [root])
  return prune(root, root.value * minShare)
}

const prune = (frame: FlameFrame, minValue: number): FlameFrame => ({
  ...frame,
  children: frame.children
    .filter(({ value }) => value >= minValue)
    .toSorted((one, other) => other.value - one.value)
    .map((child) => prune(child, minValue)),
})
