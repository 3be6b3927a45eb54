import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import kafkajs from 'kafkajs'
import { CONSUMED_TOPICS } from '../../../packages/events/src/roles/consumed-topics.ts'
import { listServiceAcls } from '../../../packages/events/src/roles/kafka-access.ts'
import { findManifest, renderFolders } from './fixtures.ts'

type KafkaAcl = { resource: { type: string; name: string; patternType: string }; operations: string[] }

const METRICS_PAGE = resolve(import.meta.dirname, '../../../docs/runbooks/metrics.md')
/** Metrics with an alert in the runbook that depends on the installation. */
const METRICS_WITHOUT_RULE = [
  'consumer_events_total', // the lag says the same
  'upstream_instances', // the number of replicas is not constant
  'socket_messages_sent_total',
  'sockets_refused_total',
]

describe('the component kafka', () => {
  it.each(Object.keys(CONSUMED_TOPICS))('gives %s the same rights as engine-access', async (service) => {
    const { AclOperationTypes, AclResourceTypes } = kafkajs
    const nameOf = (types: object, value: number) =>
      (Object.entries(types).find(([, number]) => number === value)?.[0] ?? '').toLowerCase().replaceAll('_', '')
    const expected = listServiceAcls(service, '').map(
      ({ resourceType, resourceName, operation }) =>
        `${nameOf(AclOperationTypes, operation)} ${nameOf(AclResourceTypes, resourceType)} ${resourceName}`,
    )
    const user = findManifest(await renderFolders('overlays/production/engines'), 'KafkaUser', service)
    const given = (user.spec.authorization.acls as KafkaAcl[]).flatMap(({ resource, operations }) =>
      operations.map((operation) => `${operation.toLowerCase()} ${resource.type} ${resource.name}`),
    )
    expect(given.toSorted()).toEqual(expected.toSorted())
  })
})

describe('the component monitoring', () => {
  it('has a rule for each alert of the runbook, about metrics that exist', async () => {
    const page = await readFile(METRICS_PAGE, 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `') && line.split('|').length === 6)
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()))
    const documented = cells.map(([, metric = '']) => metric.replaceAll('`', ''))
    const withAlert = cells
      .filter(([, , , , alert = '']) => alert !== '' && !/^(none;|see )/.test(alert))
      .map(([, metric = '']) => metric.replaceAll('`', ''))
      .filter((metric) => !METRICS_WITHOUT_RULE.includes(metric) && !metric.includes('*'))

    const { spec } = findManifest(await renderFolders('overlays/production'), 'PrometheusRule', 'meadow')
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
