import { expect, test } from '@jest/globals'
import { isOwnNamespace } from '../src/cluster/namespaces.ts'

test.each([
  [{ name: 'meadow-test', labels: { 'meadow.test/owner': 'test-cluster' } }, true],
  [{ name: 'meadow-test', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } }, false],
  [{ name: 'meadow-test' }, false],
])('of %j a run may delete it: %s', (metadata, expected) => {
  expect(isOwnNamespace({ metadata })).toBe(expected)
})
