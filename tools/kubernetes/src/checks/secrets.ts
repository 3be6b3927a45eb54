import { type EnvironmentVariable, listWorkloads, toTitle, type Workload } from '../manifest.ts'
import type { ManifestCheck } from './check.ts'

/** A URL with a password, a private key, or a long random text. */
const SECRET_VALUES = [
  /\b[a-z][a-z0-9+-]*:\/\/[^\s/@]*:[^\s/@]+@/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /\b(?:[0-9a-f]{40,}|[A-Za-z0-9+/]{43}=)(?![0-9A-Za-z])/,
]
const SECRET_NAMES = /PASSWORD|SECRET|TOKEN|_KEY$|^(STORE|BUS|STATE|MEDIA)_URL$/
const SECRET_FOLDER = '/run/secrets/'

/** Finds values of secrets in manifests, and secrets that reach a process by its environment instead of by files. */
export const checkSecrets: ManifestCheck = (manifests) => [
  ...manifests.filter(({ kind }) => kind === 'Secret').map((secret) => `${toTitle(secret)} is in the manifests`),
  ...manifests
    .filter((manifest) => SECRET_VALUES.some((pattern) => pattern.test(JSON.stringify(withoutDigests(manifest)))))
    .map((manifest) => `${toTitle(manifest)} contains the value of a secret`),
  ...listWorkloads(manifests).flatMap(checkWorkload),
]

/** The digest of an image is no secret. */
const withoutDigests = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/@sha256:[0-9a-f]{64}/g, ''))

function checkWorkload(workload: Workload): string[] {
  const { containers } = workload.spec.template.spec
  return containers
    .flatMap(({ env = [], envFrom = [] }) => [
      ...env.filter(isSecretVariable).map(({ name }) => `has the secret ${name} in its environment`),
      ...(envFrom.length > 0 ? ['takes its environment from elsewhere'] : []),
    ])
    .map((text) => `${toTitle(workload)} ${text}`)
}

const isSecretVariable = ({ name, value, valueFrom }: EnvironmentVariable): boolean =>
  valueFrom?.secretKeyRef !== undefined ||
  (SECRET_NAMES.test(name) && !name.endsWith('_FILE')) ||
  (/_FILE$/.test(name) && SECRET_NAMES.test(name.slice(0, -'_FILE'.length)) && !value?.startsWith(SECRET_FOLDER))
