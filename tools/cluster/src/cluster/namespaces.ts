import { applyManifests, kubectl, runProgram } from './kubectl.ts'

/** Marks the namespaces that a run has created, the only ones that a run deletes. */
const OWNER_LABEL = { 'meadow.test/owner': 'test-cluster' }

type Namespace = { metadata: { name: string; labels?: Record<string, string> } }

/** Creates a namespace of the run, with the labels that it shall have. */
export async function createOwnNamespace(name: string, labels: Record<string, string> = {}): Promise<void> {
  const metadata = { name, labels: { ...labels, ...OWNER_LABEL } }
  await applyManifests({ apiVersion: 'v1', kind: 'Namespace', metadata })
}

/** Deletes a namespace with everything in it, if it exists. @throws if it was not created by a run */
export async function deleteOwnNamespace(name: string): Promise<void> {
  const found = await runProgram('kubectl', ['get', 'namespace', name, '--ignore-not-found', '--output', 'json'])
  if (found.trim() === '') return
  if (!isOwnNamespace(JSON.parse(found) as Namespace))
    throw new Error(`The namespace ${name} was not created by this test, which leaves it as it is`)
  await kubectl('delete', 'namespace', name, '--timeout=180s')
}

/** Returns whether a namespace has the label of those that a run has created. */
export const isOwnNamespace = ({ metadata }: Namespace): boolean =>
  Object.entries(OWNER_LABEL).every(([key, value]) => metadata.labels?.[key] === value)
