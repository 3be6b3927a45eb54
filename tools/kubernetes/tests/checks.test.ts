import { beforeAll, describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import { PROCESSES } from '../../docs/src/processes.ts'
import { checkManifests } from '../src/check-manifests.ts'
import { REQUIRED_VARIABLES } from '../src/checks/environment.ts'
import type { Manifest } from '../src/manifest.ts'
import { findManifest, findWorkload, getContainer, renderFolders } from './fixtures.ts'

/** A change of the local overlay, which has no problems, and the problems that it causes. */
type BadControl = { change: (manifests: Manifest[]) => void; problems: string[] }

const remove = (manifests: Manifest[], kind: string, name: string) =>
  void manifests.splice(manifests.indexOf(findManifest(manifests, kind, name)), 1)
const posts = (manifests: Manifest[]) => findWorkload(manifests, 'Deployment', 'posts')
const pod = (manifests: Manifest[]) => posts(manifests).spec.template.spec
const container = (manifests: Manifest[]) => getContainer(posts(manifests))

const BAD_CONTROLS: Record<string, BadControl> = {
  'a pod that may run as root': {
    change: (all) => Object.assign(pod(all).securityContext ?? {}, { runAsNonRoot: false }),
    problems: ['Deployment posts may run as root'],
  },
  'a user without a number': {
    change: (all) => delete pod(all).securityContext?.runAsUser,
    problems: ['Deployment posts has no numeric user'],
  },
  'a pod without a seccomp profile': {
    change: (all) => delete pod(all).securityContext?.seccompProfile,
    problems: ['Deployment posts has no seccomp profile'],
  },
  'a pod in the network of its node': {
    change: (all) => Object.assign(pod(all), { hostNetwork: true }),
    problems: ['Deployment posts uses a namespace of the node'],
  },
  'a token of the API server': {
    change: (all) => delete pod(all).automountServiceAccountToken,
    problems: ['Deployment posts gets a token of the API server'],
  },
  'the default service account': {
    change: (all) => Object.assign(pod(all), { serviceAccountName: 'default' }),
    problems: ['Deployment posts has no service account of its own', 'Deployment posts has no ServiceAccount default'],
  },
  'a folder of the node': {
    change: (all) => pod(all).volumes?.push({ name: 'docker', hostPath: { path: '/var/run' } }),
    problems: ['Deployment posts has the forbidden volume docker'],
  },
  'a container that may gain privileges': {
    change: (all) => delete container(all).securityContext?.allowPrivilegeEscalation,
    problems: ['Deployment posts (container posts) may gain privileges'],
  },
  'a capability': {
    change: (all) => Object.assign(container(all).securityContext?.capabilities ?? {}, { add: ['NET_ADMIN'] }),
    problems: ['Deployment posts (container posts) has capabilities'],
  },
  'a port of the node': {
    change: (all) => container(all).ports?.push({ containerPort: 8081, hostPort: 80 }),
    problems: ['Deployment posts (container posts) uses a port of the node'],
  },
  'a container without a liveness probe': {
    change: (all) => delete container(all).livenessProbe,
    problems: ['Deployment posts (container posts) has no livenessProbe'],
  },
  'an image of ours that Docker Hub would answer for': {
    change: (all) => Object.assign(container(all), { image: 'meadow/posts:1.4.0' }),
    problems: ['Deployment posts (container posts) has an image without a registry: meadow/posts:1.4.0'],
  },
  'the image of nothing that exists': {
    change: (all) => Object.assign(container(all), { image: 'localhost/meadow/post:dev' }),
    problems: ['Deployment posts (container posts) has an unknown image: localhost/meadow/post:dev'],
  },
  'a process that is killed while it finishes': {
    change: (all) => Object.assign(pod(all), { terminationGracePeriodSeconds: 25 }),
    problems: ['Deployment posts has 25 s to end and may need 25'],
  },
  'a longer drain time in the same time to end': {
    change: (all) => container(all).env?.push({ name: 'DRAIN_SECONDS', value: '15' }),
    problems: ['Deployment posts has 30 s to end and may need 35'],
  },
  'an update that stops a pod first': {
    change: (all) => Object.assign(posts(all).spec, { strategy: { rollingUpdate: { maxUnavailable: 1 } } }),
    problems: ['Deployment posts may be unavailable during an update (1)'],
  },
  'a budget that holds up every drain': {
    change: (all) => Object.assign(findManifest(all, 'PodDisruptionBudget', 'posts').spec, { maxUnavailable: 0 }),
    problems: ['PodDisruptionBudget posts does not allow exactly one eviction at a time'],
  },
  'a server without a Service': {
    change: (all) => remove(all, 'Service', 'posts'),
    problems: ['Deployment posts has no Service'],
  },
  'a server without an autoscaler and replicas': {
    change: (all) => remove(all, 'HorizontalPodAutoscaler', 'posts'),
    problems: ['Deployment posts has neither replicas nor an autoscaler'],
  },
  'replicas beside an autoscaler': {
    change: (all) => Object.assign(posts(all).spec, { replicas: 2 }),
    problems: ['Deployment posts has replicas and an autoscaler'],
  },
  'a Service that selects the pod of the migration': {
    change: (all) =>
      Object.assign(findManifest(all, 'Service', 'posts').spec, { selector: { 'app.kubernetes.io/name': 'posts' } }),
    problems: ['Service posts selects Deployment posts, Job posts-migration'],
  },
  'a Service of a port that no container has': {
    change: (all) =>
      Object.assign(findManifest(all, 'Service', 'posts').spec, { ports: [{ port: 8080, targetPort: 'web' }] }),
    problems: ['Service posts has the unknown port web'],
  },
  'a Secret in the manifests': {
    change: (all) => all.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'posts' }, data: {} }),
    problems: ['Secret posts is in the manifests'],
  },
  'a password in a configuration': {
    change: (all) =>
      Object.assign(findManifest(all, 'ConfigMap', 'meadow').data ?? {}, { A: 'redis://:pw@redis:6379' }),
    problems: ['ConfigMap meadow contains the value of a secret'],
  },
  'a random key in an argument': {
    change: (all) => Object.assign(container(all), { args: [Buffer.alloc(32, 7).toString('base64')] }),
    problems: ['Deployment posts contains the value of a secret'],
  },
  'a secret in the environment': {
    change: (all) =>
      container(all).env?.push({ name: 'LOG_LEVEL', valueFrom: { secretKeyRef: { name: 'posts', key: 'LOG_LEVEL' } } }),
    problems: ['Deployment posts has the secret LOG_LEVEL in its environment'],
  },
  'a variable that the program does not read': {
    change: (all) => container(all).env?.push({ name: 'POSTS_PER_DAY', value: '1' }),
    problems: ['Deployment posts sets POSTS_PER_DAY, which posts does not read'],
  },
  'a required variable that is missing': {
    change: (all) =>
      Object.assign(container(all), { env: container(all).env?.filter(({ name }) => name !== 'MEDIA_URL_FILE') }),
    problems: ['Deployment posts does not set MEDIA_URL'],
  },
  "another service's secret": {
    change: (all) => {
      for (const { secret } of pod(all).volumes ?? []) if (secret) secret.secretName = 'auth'
    },
    problems: ['STORE_URL', 'BUS_URL', 'STATE_URL', 'MEDIA_URL'].map(
      (name) => `Deployment posts names /run/secrets/meadow/${name} (Deployment), which no secret contains`,
    ),
  },
  'a pod that everything may connect to': {
    change: (all) => Object.assign(findManifest(all, 'NetworkPolicy', 'posts').spec, { ingress: [{}] }),
    problems: ['Deployment posts is not restricted: any -> posts'],
  },
  'a pod that may connect to everything': {
    change: (all) => Object.assign(findManifest(all, 'NetworkPolicy', 'posts').spec, { egress: [{}] }),
    problems: ['Deployment posts is not restricted: posts -> any'],
  },
  'a pod that all namespaces may connect to': {
    change: (all) =>
      Object.assign(findManifest(all, 'NetworkPolicy', 'posts').spec, {
        ingress: [{ from: [{ namespaceSelector: {} }] }],
      }),
    problems: ['Deployment posts is not restricted: * -> posts'],
  },
  'a pod that may connect to all addresses': {
    change: (all) =>
      Object.assign(findManifest(all, 'NetworkPolicy', 'posts').spec, {
        egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }], ports: [{ port: 443 }] }],
      }),
    problems: ['Deployment posts is not restricted: posts -> 0.0.0.0/0:443'],
  },
  'a Job that everything may connect to, and nothing else': {
    change: (all) => Object.assign(findManifest(all, 'NetworkPolicy', 'posts-migration').spec, { ingress: [{}] }),
    problems: ['Job posts-migration is not restricted: any -> posts-migration'],
  },
  'more connections than PostgreSQL allows': {
    change: (all) =>
      Object.assign(getContainer(findWorkload(all, 'StatefulSet', 'postgres')), {
        args: ['-c', 'max_connections=200'],
      }),
    problems: ['StatefulSet postgres allows 200 connections, and 280 may be needed'],
  },
  'more instances than PostgreSQL can serve': {
    change: (all) => Object.assign(findManifest(all, 'HorizontalPodAutoscaler', 'auth').spec, { maxReplicas: 4 }),
    problems: ['StatefulSet postgres allows 300 connections, and 316 may be needed'],
  },
  'more consumers than partitions': {
    change: (all) => {
      Object.assign(findManifest(all, 'HorizontalPodAutoscaler', 'notify').spec, { maxReplicas: 7 })
      Object.assign(getContainer(findWorkload(all, 'StatefulSet', 'postgres')), { args: ['-c', 'max_connections=900'] })
    },
    problems: ['Deployment notify has up to 7 replicas and 6 partitions'],
  },
}

describe('checkManifests', () => {
  let manifests: Manifest[]
  beforeAll(async () => {
    manifests = await renderFolders('overlays/local', 'overlays/local/migrations')
  })

  it('finds no problem in the local overlay', () => {
    expect(checkManifests(manifests)).toEqual([])
  })

  it.each(Object.entries(BAD_CONTROLS))('finds %s', (_title, { change, problems }) => {
    const changed = structuredClone(manifests)
    change(changed)
    expect(checkManifests(changed)).toEqual(problems)
  })
})

describe('REQUIRED_VARIABLES', () => {
  it.each(PROCESSES.filter(({ name }) => name !== 'community'))('has those of $name without a default', (process) => {
    const { required = [] } = z.toJSONSchema(process.variables, { io: 'input' })
    expect(REQUIRED_VARIABLES[process.name]).toEqual(expect.arrayContaining(required))
  })
})
