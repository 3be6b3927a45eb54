import type { AllowedConnection, PodRules } from './pod-rules.ts'

/** The chain that all forwarded packets of the node pass through. */
export const POLICY_CHAIN = 'MEADOW-POLICIES'

/**
 * Renders the rules as input of `iptables-restore --noflush`, which replaces the chains in one step. Forwarded packets have
 * the addresses of pods already: kube-proxy has replaced those of Services before. What is not allowed is rejected as
 * prohibited by the administrator (EHOSTUNREACH); a closed port gives ECONNREFUSED, so that tests can distinguish the two.
 */
export function renderIptablesRules(rules: readonly PodRules[]): string {
  const chains = rules.flatMap(({ address, ingress, egress }, index) => [
    ...(egress ? [toChain(`MEADOW-E${index}`, `-s ${address}`, '-d', egress)] : []),
    ...(ingress ? [toChain(`MEADOW-I${index}`, `-d ${address}`, '-s', ingress)] : []),
  ])
  return [
    '*filter',
    `:${POLICY_CHAIN} - [0:0]`,
    ...chains.map(({ name }) => `:${name} - [0:0]`),
    `-A ${POLICY_CHAIN} -m conntrack --ctstate RELATED,ESTABLISHED -j RETURN`,
    ...chains.map(({ name, match }) => `-A ${POLICY_CHAIN} ${match} -j ${name}`),
    ...chains.flatMap(({ rules: lines }) => lines),
    'COMMIT',
    '',
  ].join('\n')
}

function toChain(name: string, match: string, peerFlag: string, allowed: readonly AllowedConnection[]) {
  // An allowed packet returns, because the policies of the other pod are still to be checked
  const returns = allowed.map(({ peer, protocol, port }) =>
    [
      `-A ${name}`,
      peer && `${peerFlag} ${peer}`,
      protocol && `-p ${protocol}`,
      port !== undefined && `--dport ${port}`,
      '-j RETURN',
    ]
      .filter(Boolean)
      .join(' '),
  )
  return { name, match, rules: [...new Set(returns), `-A ${name} -j REJECT --reject-with icmp-admin-prohibited`] }
}
