import { listResources, runProgram } from '../cluster/kubectl.ts'
import type { Namespace, NetworkPolicy, Pod } from '../cluster/resources.ts'
import { POLICY_CHAIN, renderIptablesRules } from './iptables-rules.ts'
import { computePodRules, type PolicyInput } from './pod-rules.ts'

/** Reads the network policies of the cluster, and everything that they select. */
export async function readPolicyInput(): Promise<PolicyInput> {
  const [policies, pods, namespaces] = await Promise.all([
    listResources<NetworkPolicy>('networkpolicies', '--all-namespaces'),
    listResources<Pod>('pods', '--all-namespaces'),
    listResources<Namespace>('namespaces'),
  ])
  return { policies, pods, namespaces }
}

/**
 * Enforces the network policies for the pods that run now, until disposal. Connections from the node to its pods are not
 * forwarded, so they are always allowed, as with other engines.
 */
export async function enforcePolicies(input: PolicyInput): Promise<AsyncDisposable> {
  await runProgram('iptables-restore', ['--noflush'], renderIptablesRules(computePodRules(input)))
  await runProgram('iptables', ['--insert', 'FORWARD', '1', '--jump', POLICY_CHAIN])
  return {
    async [Symbol.asyncDispose]() {
      await runProgram('iptables', ['--delete', 'FORWARD', '--jump', POLICY_CHAIN])
    },
  }
}
