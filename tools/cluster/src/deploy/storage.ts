import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { applyManifests, kubectl } from '../cluster/kubectl.ts'

const STORAGE_CLASS = 'node'
const VOLUME_COUNT = 4

/** Provides empty volumes in folders of the node, and a default storage class that binds them. */
export async function provideVolumes(): Promise<void> {
  const root = join(dirname(process.env['KUBECONFIG'] ?? ''), 'volumes')
  const names = Array.from({ length: VOLUME_COUNT }, (_, index) => `node-${index}`)
  await kubectl('delete', 'persistentvolumes', '--ignore-not-found', ...names)
  await rm(root, { recursive: true, force: true })
  for (const name of names) {
    await mkdir(join(root, name), { recursive: true })
    await chmod(join(root, name), 0o1777) // hostPath volumes do not get the group of the pod
  }
  await applyManifests([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: STORAGE_CLASS, annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    ...names.map((name) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '20Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: STORAGE_CLASS,
        hostPath: { path: join(root, name) },
      },
    })),
  ])
}
