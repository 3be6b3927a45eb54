import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { kubeconform, kubeScore } from './programs.ts'
import { extractSchemas, readSchemas } from './schemas/schema-file.ts'

/** Kinds whose schemas could not be obtained: only an API server with CloudNativePG checks them. */
const KINDS_WITHOUT_SCHEMA = ['Cluster', 'Database']

/** Tests of kube-score that are left out. */
const IGNORED_SCORES = [
  'container-image-pull-policy', // a version of an image never changes, and a pod must start while the registry is away
  'container-security-context-user-group-id', // the user of the images is 1000: another would need an image of its own
  'deployment-has-host-podantiaffinity', // topology spread constraints do the same
  'statefulset-has-host-podantiaffinity',
  'deployment-replicas', // the autoscaler of KEDA chooses them, which checkCompanions knows
  'horizontalpodautoscaler-replicas', // one instance each is enough for the local overlay
]

/** Returns the objects that do not match the schemas of the API server, with the reason. @throws Error of kubeconform */
export async function listSchemaErrors(manifests: string): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'meadow-schemas-'))
  try {
    const location = await extractSchemas(await readSchemas(), dir)
    const args = [
      '-strict',
      '-output',
      'json',
      '-skip',
      KINDS_WITHOUT_SCHEMA.join(','),
      '-schema-location',
      location,
      '-',
    ]
    const { resources } = JSON.parse(await pipe(kubeconform.file(), args, manifests)) as {
      resources: { kind: string; name: string; msg: string }[]
    }
    return resources.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`)
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** Returns what kube-score finds: each line begins with `[CRITICAL]` or `[WARNING]`. @throws Error of kube-score */
export async function listScores(manifests: string): Promise<string[]> {
  const ignored = IGNORED_SCORES.flatMap((name) => ['--ignore-test', name])
  const output = await pipe(kubeScore.file(), ['score', '--output-format', 'ci', ...ignored, '-'], manifests)
  return output.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line))
}

/** Runs a program that exits with 1 if it finds something. @throws Error with its message if it cannot read the input */
async function pipe(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (output === '') throw new Error(`${command} failed: ${errors}`)
  return output
}
