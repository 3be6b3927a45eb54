import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { PRODUCT_FILE, readComposeServices } from '@meadow/stack/compose-file'
import kafkajs from 'kafkajs'
import { stringify } from 'yaml'
import { CONSUMED_TOPICS } from '../../../packages/events/src/roles/consumed-topics.ts'
import { listServiceAcls } from '../../../packages/events/src/roles/kafka-access.ts'
import { checkEnvironment } from '../src/checks/environment.ts'
import { renderKafkaUsers } from '../src/kafka-users.ts'
import type { Manifest } from '../src/manifest.ts'
import { renderKustomization } from '../src/render-kustomization.ts'
import { findManifest, findWorkload, getContainer, renderFolders, toKubernetesPath } from './fixtures.ts'

type KafkaAcl = { resource: { type: string; name: string; patternType: string }; operations: string[] }

const SERVICES = Object.keys(CONSUMED_TOPICS)
const METRICS_PAGE = resolve(import.meta.dirname, '../../../docs/runbooks/metrics.md')
/** Metrics with an alert in the runbook that depends on the installation. */
const METRICS_WITHOUT_RULE = [
  'consumer_events_total', // the lag says the same
  'upstream_instances', // the number of replicas is not constant
  'socket_messages_sent_total',
  'sockets_refused_total',
]

describe('the component kafka', () => {
  const readUsers = (manifests: readonly Manifest[]) => manifests.filter(({ kind }) => kind === 'KafkaUser')
  const listRights = ({ spec }: Manifest) =>
    (spec.authorization.acls as KafkaAcl[]).flatMap(({ resource, operations }) =>
      operations.map((operation) => `${operation.toLowerCase()} ${resource.type} ${resource.name}`),
    )
  const listExpectedRights = (service: string, prefix: string) => {
    const { AclOperationTypes, AclResourceTypes } = kafkajs
    const nameOf = (types: object, value: number) =>
      (Object.entries(types).find(([, number]) => number === value)?.[0] ?? '').toLowerCase().replaceAll('_', '')
    return listServiceAcls(service, prefix).map(
      ({ resourceType, resourceName, operation }) =>
        `${nameOf(AclOperationTypes, operation)} ${nameOf(AclResourceTypes, resourceType)} ${resourceName}`,
    )
  }

  it('has the users that the program prints', async () => {
    expect(await readFile(toKubernetesPath('components/kafka/users.yaml'), 'utf8')).toBe(renderKafkaUsers(''))
  })

  it.each(SERVICES)('gives %s the same rights as engine-access', async (service) => {
    const user = findManifest(await renderFolders('overlays/production/engines'), 'KafkaUser', service)
    expect(listRights(user).toSorted()).toEqual(listExpectedRights(service, '').toSorted())
  })

  it('gives the same rights on topics of another prefix, for a restored installation', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-kafka-users-'))
    try {
      await writeFile(join(dir, 'kafka-users.yaml'), renderKafkaUsers('restored.'))
      const kustomization = {
        resources: [relative(dir, toKubernetesPath('overlays/production/engines'))],
        patches: [{ path: 'kafka-users.yaml' }],
      }
      await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
      const users = readUsers(await renderKustomization(dir))
      expect(users.map(({ metadata }) => metadata.name).toSorted()).toEqual(['admin', ...SERVICES].toSorted())
      for (const service of SERVICES)
        expect(listRights(findManifest(users, 'KafkaUser', service)).toSorted()).toEqual(
          listExpectedRights(service, 'restored.').toSorted(),
        )
    } finally {
      await rm(dir, { recursive: true })
    }
  })

  it('runs the version of Kafka that docker-compose.yml and the tests run', async () => {
    const kafka = findManifest(await renderFolders('overlays/production/engines'), 'Kafka', 'kafka')
    const image = (await readComposeServices(PRODUCT_FILE, {}))['kafka']?.image
    expect(image).toBe(`apache/kafka:${kafka.spec.kafka.version}`)
  })

  it('lets only services and Jobs of the product connect to the listener', async () => {
    const kafka = findManifest(await renderFolders('overlays/production/engines'), 'Kafka', 'kafka')
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'meadow' } }
    const expressions = [{ key: 'app.kubernetes.io/component', operator: 'In', values: ['service', 'migration'] }]
    const podSelector = { matchLabels: { 'app.kubernetes.io/part-of': 'meadow' }, matchExpressions: expressions }
    // without peers the operator's own policy lets everybody connect, and policies add up
    expect(
      kafka.spec.kafka.listeners.map(({ networkPolicyPeers }: Record<string, unknown>) => networkPolicyPeers),
    ).toEqual([[{ namespaceSelector, podSelector }]])
  })
})

describe('the component mail', () => {
  it('gives auth, and nothing else, the address of a mail server and the way to it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-mail-'))
    try {
      const at = (path: string) => relative(dir, toKubernetesPath(path))
      const resources = ['auth', 'social', 'chat'].map((name) => at(`base/${name}`))
      const kustomization = { resources, components: [at('components/mail')] }
      await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
      const manifests = await renderKustomization(dir)
      const env = (name: string) => getContainer(findWorkload(manifests, 'Deployment', name)).env
      const file = { name: 'MAIL_URL_FILE', value: '/run/secrets/meadow/MAIL_URL' }
      expect([env('auth'), env('social')]).toEqual([expect.arrayContaining([file]), expect.not.arrayContaining([file])])
      const ports = (name: string) =>
        findManifest(manifests, 'NetworkPolicy', name).spec.egress.flatMap((rule: { ports: object[] }) => rule.ports)
      expect(ports('auth')).toEqual(expect.arrayContaining([{ port: 587 }, { port: 465 }]))
      expect(ports('social')).not.toContainEqual({ port: 587 })
      const chat = getContainer(findWorkload(manifests, 'StatefulSet', 'chat')).env
      expect(chat).toContainEqual({ name: 'REQUIRE_VERIFIED_EMAIL', value: 'on' })
      expect(checkEnvironment(manifests)).toEqual([])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

describe('the component link-previews', () => {
  it('turns previews on where the base turns them off, and permits the internet and no private network', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-link-previews-'))
    try {
      const at = (path: string) => relative(dir, toKubernetesPath(path))
      const render = async (components: string[]) => {
        const kustomization = { resources: [at('base/posts'), at('base/chat'), at('base/social')], components }
        await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
        return renderKustomization(dir)
      }
      const readSwitches = (manifests: readonly Manifest[]) =>
        [findWorkload(manifests, 'Deployment', 'posts'), findWorkload(manifests, 'StatefulSet', 'chat')].map(
          (workload) => getContainer(workload).env?.find(({ name }) => name === 'LINK_PREVIEWS')?.value,
        )
      const isInternet = ({ ports = [] }: { ports?: { port: unknown }[] }) => ports.some(({ port }) => port === 80)
      const listInternetRules = (manifests: readonly Manifest[], name: string) =>
        findManifest(manifests, 'NetworkPolicy', name).spec.egress.filter(isInternet)
      const [base, manifests] = [await render([]), await render([at('components/link-previews')])]
      expect([readSwitches(base), readSwitches(manifests)]).toEqual([
        ['off', 'off'],
        ['on', 'on'],
      ])
      expect([listInternetRules(base, 'posts'), listInternetRules(manifests, 'social')]).toEqual([[], []])
      expect(listInternetRules(base, 'chat')).toEqual([])
      for (const name of ['posts', 'chat']) {
        const [rule] = listInternetRules(manifests, name)
        expect(rule.to[0].ipBlock.except).toEqual(expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']))
      }
      expect(checkEnvironment(manifests)).toEqual([])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

describe('the component exports', () => {
  it('gives each service, and nothing else, the bucket of exports and the way to it', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-exports-'))
    try {
      const at = (path: string) => relative(dir, toKubernetesPath(path))
      const kustomization = {
        resources: [...SERVICES, 'gateway'].map((name) => at(`base/${name}`)),
        components: [at('components/exports'), at('components/s3/clients')],
      }
      await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
      const manifests = await renderKustomization(dir)
      const findContainer = (name: string) =>
        getContainer(findWorkload(manifests, name === 'chat' ? 'StatefulSet' : 'Deployment', name))
      const hasBucket = (name: string) =>
        findContainer(name).env?.some(({ value }: { value?: string }) => value === '/run/secrets/meadow/EXPORT_URL')
      const countRules = (name: string) =>
        findManifest(manifests, 'NetworkPolicy', name).spec.egress.filter(({ ports }: { ports: object[] }) =>
          ports.some((port) => Object(port).port === 7070),
        ).length
      for (const name of SERVICES) expect([name, hasBucket(name), countRules(name)]).toEqual([name, true, 1])
      expect([hasBucket('gateway'), countRules('gateway')]).toEqual([false, 0])
      expect(checkEnvironment(manifests)).toEqual([])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

describe('the components oauth', () => {
  it.each(['GOOGLE', 'GITHUB'])('give auth the client of %s and the way to it', async (provider) => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-oauth-'))
    try {
      const at = (path: string) => relative(dir, toKubernetesPath(path))
      const kustomization = {
        resources: [at('base/auth')],
        components: [at(`components/oauth/${provider.toLowerCase()}`)],
      }
      await writeFile(join(dir, 'kustomization.yaml'), stringify(kustomization))
      const manifests = await renderKustomization(dir)
      const files = ['ID', 'SECRET'].map((name) => ({
        name: `OAUTH_${provider}_CLIENT_${name}_FILE`,
        value: `/run/secrets/meadow/OAUTH_${provider}_CLIENT_${name}`,
      }))
      expect(getContainer(findWorkload(manifests, 'Deployment', 'auth')).env).toEqual(expect.arrayContaining(files))
      const { egress } = findManifest(manifests, 'NetworkPolicy', 'auth').spec
      expect(egress).toContainEqual(expect.objectContaining({ ports: [{ port: 443 }] }))
      expect(checkEnvironment(manifests)).toEqual([])
    } finally {
      await rm(dir, { recursive: true })
    }
  })
})

describe('base/monitoring', () => {
  it('has a rule for each alert of the runbook, about metrics that exist', async () => {
    const page = await readFile(METRICS_PAGE, 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `') && line.split('|').length === 6)
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
    const documented = cells.map(([, metric = '']) => metric.replaceAll('`', ''))
    const withAlert = cells
      .filter(([, , , , alert = '']) => alert !== '' && !/^(none;|see )/.test(alert))
      .map(([, metric = '']) => metric.replaceAll('`', ''))
      .filter((metric) => !METRICS_WITHOUT_RULE.includes(metric) && !metric.includes('*'))

    const { spec } = findManifest(await renderFolders('base/monitoring'), 'PrometheusRule', 'meadow')
    const expressions = (spec.groups as { rules: { expr: string }[] }[]).flatMap(({ rules }) =>
      rules.map(({ expr }) => expr),
    )
    const withoutLabels = expressions.map((expr) => expr.replaceAll(/\bby \([^)]*\)/g, ''))
    const used = withoutLabels.flatMap((expr) => expr.match(/\b[a-z]+(?:_[a-z0-9]+)+(?=[\s{[)]|$)/g) ?? [])
    const metrics = new Set(used.map((name) => name.replace(/_(bucket|count|sum)$/, '')))
    const functions = ['histogram_quantile', 'max_over_time', 'min_over_time']
    const isMetric = (name: string) => !functions.includes(name)

    expect(expressions.filter((expr) => /\bby \([^)]*\bjob\b/.test(expr))).toEqual([]) // one job has all services
    expect(documented.length).toBeGreaterThan(20)
    expect(withAlert.filter((metric) => !metrics.has(metric))).toEqual([])
    expect([...metrics].filter(isMetric).filter((metric) => !documented.includes(metric))).toEqual([])
  })
})
