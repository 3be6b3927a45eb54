import { NAMESPACE, watchResources } from '../cluster/kubectl.ts'
import type { Metadata, Pod } from '../cluster/resources.ts'

/** A change of a pod or of endpoints. `at` is the time of this machine when the API server reported it, in milliseconds since 1970. */
export type TimelineEntry = { at: number; text: string }

type EndpointSlice = {
  metadata: Metadata
  endpoints?: {
    addresses: string[]
    conditions?: { ready?: boolean; serving?: boolean; terminating?: boolean }
    targetRef?: { name: string }
  }[]
}

/** The changes of pods and of the endpoints of Services, to explain failed requests. */
export type Timeline = Disposable & { entries: readonly TimelineEntry[] }

/** Begins to record changes. The first entries are what exists already. Disposal ends it. */
export function openTimeline(): Timeline {
  const entries: TimelineEntry[] = []
  const lastTexts = new Map<string, string>()
  const recordChange = (key: string, text: string) => {
    if (lastTexts.get(key) === text) return
    lastTexts.set(key, text)
    entries.push({ at: Date.now(), text })
  }
  const pods = watchResources<Pod>(`api/v1/namespaces/${NAMESPACE}/pods`, (type, pod) =>
    recordChange(`pod ${pod.metadata.name}`, formatPod(type, pod)),
  )
  const slices = watchResources<EndpointSlice>(
    `apis/discovery.k8s.io/v1/namespaces/${NAMESPACE}/endpointslices`,
    (type, slice) => recordChange(`endpoints ${slice.metadata.name}`, formatEndpoints(type, slice)),
  )
  return {
    entries,
    [Symbol.dispose]() {
      pods[Symbol.dispose]()
      slices[Symbol.dispose]()
    },
  }
}

/** Returns the changes within `marginMs` of a time, as lines with their offset from it. */
export function findNearbyChanges(
  entries: readonly TimelineEntry[],
  { at, marginMs }: { at: number; marginMs: number },
): string[] {
  return entries
    .filter((entry) => Math.abs(entry.at - at) <= marginMs)
    .map((entry) => `${formatSeconds(entry.at - at)} ${entry.text}`)
}

const formatSeconds = (ms: number): string => `${ms < 0 ? '-' : '+'}${(Math.abs(ms) / 1_000).toFixed(2)} s`

function formatPod(type: string, { metadata, status }: Pod): string {
  const isReady = status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True')
  const states = [
    status.phase,
    isReady ? 'ready' : 'not ready',
    ...(metadata.deletionTimestamp ? ['terminating'] : []),
    ...(status.containerStatuses ?? []).flatMap(({ state }) => [
      ...(state?.waiting?.reason ? [state.waiting.reason] : []),
      ...(state?.terminated ? [`exit code ${state.terminated.exitCode}`] : []),
    ]),
  ]
  return `pod ${metadata.name} ${status.podIP ?? ''} ${type === 'DELETED' ? 'deleted' : states.join(', ')}`
}

function formatEndpoints(type: string, { metadata, endpoints }: EndpointSlice): string {
  const addresses = (endpoints ?? []).map(({ addresses: [address], conditions = {} }) => {
    if (conditions.terminating) return `${address} (terminating${conditions.serving ? ', serving' : ''})`
    return conditions.ready !== false ? address : `${address} (not ready)`
  })
  return `endpoints of ${metadata.labels?.['kubernetes.io/service-name']}: ${type === 'DELETED' ? 'deleted' : addresses.join(' ') || 'none'}`
}
