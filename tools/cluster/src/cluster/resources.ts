export type Metadata = {
  name: string
  namespace: string
  labels?: Record<string, string>
  deletionTimestamp?: string
}

/** The fields of a pod that the tests of the cluster read. */
export type Pod = {
  metadata: Metadata
  spec: { containers: { name: string; image: string; ports?: { containerPort: number }[] }[] }
  status: {
    phase?: string
    podIP?: string
    conditions?: { type: string; status: string }[]
    containerStatuses?: {
      name: string
      restartCount: number
      ready: boolean
      state?: { waiting?: { reason?: string }; terminated?: { exitCode: number } }
    }[]
  }
}
