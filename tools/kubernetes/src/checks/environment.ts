import { SERVICES } from '../../../backup/src/services.ts'
import { PROGRAM_VARIABLES } from '../../../stack/src/environment.ts'
import { type Container, isOwnWorkload, listWorkloads, toTitle, type Workload } from '../manifest.ts'
import type { ManifestCheck } from './check.ts'

const SECRET_FOLDER = '/run/secrets/meadow'
const FILE_SUFFIX = '_FILE'
const ENGINE_VARIABLES = ['STORE_URL', 'BUS_URL', 'STATE_URL']
const RECONCILE_VARIABLES = ['BUS_URL', ...SERVICES.map((service) => `${service.toUpperCase()}_STORE_URL`)]
/** The variables that a manifest sets: those without a default, and those whose default is not for a cluster. */
export const REQUIRED_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  gateway: ['PORT', 'METRICS_PORT', 'PUBLIC_URL', 'TRUSTED_PROXIES'],
  auth: [...ENGINE_VARIABLES, 'PUBLIC_URL', 'AUTO_MIGRATE', 'SIGNING_KEY_ENCRYPTION_KEY'],
  social: [...ENGINE_VARIABLES, 'AUTO_MIGRATE'],
  posts: [...ENGINE_VARIABLES, 'AUTO_MIGRATE', 'MEDIA_URL', 'PUBLIC_URL'],
  notify: [...ENGINE_VARIABLES, 'AUTO_MIGRATE', 'PUBLIC_URL', 'PUSH_KEY_ENCRYPTION_KEY'],
  chat: [...ENGINE_VARIABLES, 'AUTO_MIGRATE', 'MEDIA_URL', 'PUBLIC_URL'],
  frontends: [],
  migration: ['STORE_URL'],
  'engine-access': ['BUS_URL'],
  reconcile: RECONCILE_VARIABLES,
}
/** The variables of the programs that run as Jobs. */
const JOB_VARIABLES: Readonly<Record<string, readonly string[]>> = {
  migration: ['LOG_LEVEL', 'STORE_URL', 'BUS_URL', 'STATE_URL'],
  'engine-access': ['BUS_URL', 'STATE_URL'],
  reconcile: RECONCILE_VARIABLES,
}

/**
 * Finds variables that a program does not read, required ones that are not set, and files of secrets that no volume contains.
 */
export const checkEnvironment: ManifestCheck = (manifests) =>
  listWorkloads(manifests).filter(isOwnWorkload).flatMap(checkWorkload)

/** Returns the program of a workload, as in `PROGRAM_VARIABLES`. */
function findProgram({ kind, metadata }: Workload): string {
  if (kind === 'Job') return metadata.name in JOB_VARIABLES ? metadata.name : 'migration'
  return metadata.name.startsWith('frontend-') ? 'frontends' : metadata.name
}

function checkWorkload(workload: Workload): string[] {
  const program = findProgram(workload)
  const known = JOB_VARIABLES[program] ?? PROGRAM_VARIABLES[program] ?? []
  return workload.spec.template.spec.containers
    .flatMap((container) => {
      const names = listVariables(container, known)
      const required = REQUIRED_VARIABLES[program] ?? []
      return [
        ...names.filter((name) => !known.includes(name)).map((name) => `sets ${name}, which ${program} does not read`),
        ...required.filter((name) => !names.includes(name)).map((name) => `does not set ${name}`),
        ...listMissingFiles(container, workload).map((path) => `names ${path}, which no secret contains`),
      ]
    })
    .map((text) => `${toTitle(workload)} ${text}`)
}

/** Returns the names of the variables of the program. `NAME_FILE` sets `NAME`, unless the program has a variable `NAME_FILE`. */
const listVariables = ({ env = [] }: Container, known: readonly string[]): string[] =>
  env.map(({ name }) =>
    name.endsWith(FILE_SUFFIX) && !known.includes(name) ? name.slice(0, -FILE_SUFFIX.length) : name,
  )

function listMissingFiles({ env = [], volumeMounts = [] }: Container, { metadata, kind, spec }: Workload): string[] {
  const files = env.filter(({ value }) => value?.startsWith(`${SECRET_FOLDER}/`))
  const mount = volumeMounts.find(({ mountPath }) => mountPath === SECRET_FOLDER)
  const volume = spec.template.spec.volumes?.find(({ name }) => name === mount?.name)
  const isOwnSecret = volume?.secret?.secretName === metadata.name
  const isMisnamed = ({ name, value }: { name: string; value?: string }) =>
    `${SECRET_FOLDER}/${name.slice(0, -FILE_SUFFIX.length)}` !== value
  return files.filter((file) => !isOwnSecret || isMisnamed(file)).map(({ value }) => `${value} (${kind})`)
}
