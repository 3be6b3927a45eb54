type Labels = Record<string, string>

type LabelSelector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'; values?: string[] }[]
}

export type Metadata = { name: string; namespace: string; uid?: string; labels?: Labels; deletionTimestamp?: string }

export type Namespace = { metadata: { name: string; labels?: Labels } }

type ContainerPort = { name?: string; containerPort: number; protocol?: string }

/** The fields of a pod that the tests of the cluster read. */
export type Pod = {
  metadata: Metadata
  spec: { hostNetwork?: boolean; containers: { name: string; image: string; ports?: ContainerPort[] }[] }
  status: {
    phase?: string
    podIP?: string
    conditions?: { type: string; status: string }[]
    containerStatuses?: {
      name: string
      containerID?: string
      restartCount: number
      ready: boolean
      state?: { waiting?: { reason?: string }; terminated?: { exitCode: number } }
    }[]
  }
}

export type NetworkPolicyPeer = {
  podSelector?: LabelSelector
  namespaceSelector?: LabelSelector
  ipBlock?: { cidr: string; except?: string[] }
}
export type NetworkPolicyPort = { port?: number | string; protocol?: string }

export type NetworkPolicy = {
  metadata: Metadata
  spec: {
    podSelector?: LabelSelector
    policyTypes?: ('Ingress' | 'Egress')[]
    ingress?: { from?: NetworkPolicyPeer[]; ports?: NetworkPolicyPort[] }[]
    egress?: { to?: NetworkPolicyPeer[]; ports?: NetworkPolicyPort[] }[]
  }
}

/** Returns whether labels match a selector. An empty selector matches everything. */
export function matchesSelector(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Labels = {},
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key]
      if (operator === 'Exists') return value !== undefined
      if (operator === 'DoesNotExist') return value === undefined
      const isListed = value !== undefined && values.includes(value)
      return operator === 'In' ? isListed : !isListed
    })
  )
}
