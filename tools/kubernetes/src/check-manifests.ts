import { checkConnectionBudget, checkConsumerBudget } from './checks/budgets.ts'
import type { ManifestCheck } from './checks/check.ts'
import { checkCompanions, checkServices } from './checks/companions.ts'
import { checkContainers, checkRollouts } from './checks/containers.ts'
import { checkEnvironment } from './checks/environment.ts'
import { checkNetworkPolicies } from './checks/network-policies.ts'
import { checkRestrictedPods } from './checks/restricted-pods.ts'
import { checkSecrets } from './checks/secrets.ts'
import type { Manifest } from './manifest.ts'

const CHECKS: readonly ManifestCheck[] = [
  checkRestrictedPods,
  checkContainers,
  checkRollouts,
  checkCompanions,
  checkServices,
  checkSecrets,
  checkEnvironment,
  checkNetworkPolicies,
  checkConnectionBudget,
  checkConsumerBudget,
]

/** Returns a sentence for each problem of an installation: an overlay with its migrations and engines. */
export const checkManifests = (manifests: readonly Manifest[]): string[] => CHECKS.flatMap((check) => check(manifests))
