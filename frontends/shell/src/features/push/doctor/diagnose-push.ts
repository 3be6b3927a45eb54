import type { ApiResponse } from '@meadow/web'
import type { PushDevice } from '../device/push-device.ts'

/** Response of the server about push for this session. */
export type PushServerState = 'unknown' | 'unreachable' | ApiResponse<'GET /push/config'>

type ServerSubscription = NonNullable<ApiResponse<'GET /push/config'>['subscription']>

export type PushState = PushDevice & { isTurnedOff: boolean; server: PushServerState }

type PushCheckName =
  | 'secure'
  | 'support'
  | 'installed'
  | 'permission'
  | 'worker'
  | 'subscription'
  | 'server'
  | 'delivery'

/** Each problem has a text that says what to do. */
export type PushProblem =
  | 'insecure'
  | 'unsupported'
  | 'notInstalled'
  | 'notAsked'
  | 'blocked'
  | 'noWorker'
  | 'turnedOff'
  | 'notSubscribed'
  | 'earlierKey'
  | 'unreachable'
  | 'unknownDevice'
  | 'deliveryFailed'

/** `waiting`: it is checked when what it needs works. */
export type PushCheck =
  | { name: PushCheckName; state: 'ok' | 'waiting' }
  | { name: PushCheckName; state: 'failed'; problem: PushProblem }

/** Checks everything that push needs, in the order in which it is repaired. */
export function diagnosePush(push: PushState): PushCheck[] {
  const needsInstallation = push.isIos && !push.isInstalled
  const isPossible = push.isSecure && push.isSupported && !needsInstallation
  const isAllowed = isPossible && push.permission === 'granted'
  const isSubscribed = isAllowed && push.subscription !== null
  return [
    toCheck('secure', true, push.isSecure ? undefined : 'insecure'),
    // A browser on iOS has push only in the installed app.
    toCheck('support', !needsInstallation, push.isSupported ? undefined : 'unsupported'),
    toCheck('installed', true, needsInstallation ? 'notInstalled' : undefined),
    toCheck('permission', isPossible, findPermissionProblem(push)),
    toCheck('worker', isPossible, push.hasWorker ? undefined : 'noWorker'),
    toCheck('subscription', isAllowed && push.hasWorker, findSubscriptionProblem(push)),
    toCheck('server', push.server !== 'unknown' && isSubscribed, findServerProblem(push)),
    toCheck('delivery', isSubscribed && getServerSubscription(push) !== null, findDeliveryProblem(push)),
  ]
}

const toCheck = (name: PushCheckName, isDue: boolean, problem: PushProblem | undefined): PushCheck => {
  if (!isDue) return { name, state: 'waiting' }
  return problem ? { name, state: 'failed', problem } : { name, state: 'ok' }
}

function findPermissionProblem({ permission }: PushState): PushProblem | undefined {
  if (permission === 'denied') return 'blocked'
  return permission === 'default' ? 'notAsked' : undefined
}

function findSubscriptionProblem({ isTurnedOff, subscription, server }: PushState): PushProblem | undefined {
  if (isTurnedOff) return 'turnedOff'
  if (!subscription) return 'notSubscribed'
  return typeof server === 'object' && server.publicKey !== subscription.publicKey ? 'earlierKey' : undefined
}

function findServerProblem({ server }: PushState): PushProblem | undefined {
  if (server === 'unreachable') return 'unreachable'
  return typeof server === 'object' && server.subscription === null ? 'unknownDevice' : undefined
}

/** The newest attempt counts. */
function findDeliveryProblem(push: PushState): PushProblem | undefined {
  const { lastFailure, lastSuccessAt } = getServerSubscription(push) ?? {}
  return lastFailure && lastFailure.at > (lastSuccessAt ?? '') ? 'deliveryFailed' : undefined
}

export const getServerSubscription = ({ server }: Pick<PushState, 'server'>): ServerSubscription | null =>
  typeof server === 'object' ? server.subscription : null

/** The switch of push can repair these. */
export const isRepairableByTurningOn = (problem: PushProblem): boolean =>
  ['notAsked', 'turnedOff', 'notSubscribed', 'earlierKey', 'unknownDevice', 'deliveryFailed'].includes(problem)
